import { createContext, type ReactNode, use } from 'react';

/** A notice of the page's layout, which each page shows below its title. */
export const PageNoticeContext = createContext<ReactNode>(null);

/** True: the notice says that collection has stopped, so the page does not repeat it. */
export const StaleNoticeShownContext = createContext(false);

export function PageNotice() {
  return use(PageNoticeContext);
}
