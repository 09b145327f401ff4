import { useEffect } from 'react';
import { create } from 'zustand';

interface WindowTitle {
  /** Before the title, for example the number of open alarms; null: nothing. */
  readonly mark: string | null;
  /** The page's title, for example an object's name; null: the route's title. */
  readonly own: string | null;
}

/** Only the shell writes it to the window. */
export const useWindowTitle = create<WindowTitle>()(() => ({ mark: null, own: null }));

export function useTitleMark(mark: string | null): void {
  useEffect(() => {
    useWindowTitle.setState({ mark });
    return () => useWindowTitle.setState({ mark: null });
  }, [mark]);
}

export function useOwnTitle(own: string): void {
  useEffect(() => {
    useWindowTitle.setState({ own });
    return () => useWindowTitle.setState({ own: null });
  }, [own]);
}
