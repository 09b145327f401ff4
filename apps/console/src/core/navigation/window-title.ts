import { useEffect } from 'react';
import { create } from 'zustand';

interface WindowTitle {
  /** Stands before the title, such as how many wait for somebody; null: nothing does. */
  readonly mark: string | null;
  /** The page's own, such as an object's name; null: that of its route. */
  readonly own: string | null;
}

/** Written to the window by the shell alone, whoever is drawn first. */
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
