import { createContext, type ReactNode, use } from 'react';

/** What the layout around a page has to say, which each page says below its own title. */
export const PageNoticeContext = createContext<ReactNode>(null);

/** True: it says that collection has stopped, and nothing on the page need say so again. */
export const StaleNoticeShownContext = createContext(false);

export function PageNotice() {
  return use(PageNoticeContext);
}
