import { createContext, type ReactNode, use } from 'react';

/** A notice of the page's layout, which each page shows below its title. */
export const PageNoticeContext = createContext<ReactNode>(null);

/** True if the layout already shows the notice that collection has stopped. */
export const StaleNoticeShownContext = createContext(false);

export function PageNotice() {
  return use(PageNoticeContext);
}
