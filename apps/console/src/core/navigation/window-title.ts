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

export function useTitlePart(part: keyof WindowTitle, text: string | null): void {
  useEffect(() => {
    useWindowTitle.setState({ [part]: text });
    return () => useWindowTitle.setState({ [part]: null });
  }, [part, text]);
}
