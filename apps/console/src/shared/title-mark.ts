import { useEffect } from 'react';
import { create } from 'zustand';

/** Stands before the title of the window, such as how many wait for somebody; null: nothing does. */
export const useTitleMarks = create<{ readonly mark: string | null }>()(() => ({ mark: null }));

export function useTitleMark(mark: string | null): void {
  useEffect(() => {
    useTitleMarks.setState({ mark });
    return () => useTitleMarks.setState({ mark: null });
  }, [mark]);
}
