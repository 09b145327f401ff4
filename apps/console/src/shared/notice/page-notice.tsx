import { createContext, type ReactNode, use } from 'react';

/** What the layout around a page has to say, for a page that says it below its own title. */
export const PageNoticeContext = createContext<ReactNode>(null);

export function PageNotice() {
  return use(PageNoticeContext);
}
