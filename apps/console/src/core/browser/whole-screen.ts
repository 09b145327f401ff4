import { create } from 'zustand';

/** A page that fills the window, such as a wallboard: the shell hides its header and footer. */
export const useWholeScreen = create<{ readonly isWhole: boolean }>()(() => ({ isWhole: false }));

/** Returns a function that restores the header and footer. */
export function takeWholeScreen(): () => void {
  useWholeScreen.setState({ isWhole: true });
  return () => useWholeScreen.setState({ isWhole: false });
}
