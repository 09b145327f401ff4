import { create } from 'zustand';

/** True while a page such as a wallboard fills the window: the shell hides header and footer. */
export const useFullWindow = create<{ readonly isFullWindow: boolean }>()(() => ({ isFullWindow: false }));

/** Hides header and footer. Returns a function that shows them again. */
export function fillWindow(): () => void {
  useFullWindow.setState({ isFullWindow: true });
  return () => useFullWindow.setState({ isFullWindow: false });
}
