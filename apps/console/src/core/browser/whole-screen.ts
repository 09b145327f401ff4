import { create } from 'zustand';

/** A page that takes the whole window, as a wallboard does: the shell leaves out its header and footer. */
export const useWholeScreen = create<{ readonly isWhole: boolean }>()(() => ({ isWhole: false }));

/** Gives back the way to the ordinary window. */
export function takeWholeScreen(): () => void {
  useWholeScreen.setState({ isWhole: true });
  return () => useWholeScreen.setState({ isWhole: false });
}
