import { create } from 'zustand';
import { useAddress } from '#core/navigation/use-address.ts';
import { type Comparison, comparisonFromAddress } from './compare-choice.ts';
import { between, type RangeChoice, rangeFromAddress, rangeToAddress, widened } from './range-choice.ts';

export type RangeControl = ReturnType<typeof useRange>;

/** The ranges before each zoom, shared by the tabs of an object. */
const useLeft = create<{ readonly choices: readonly RangeChoice[] }>()(() => ({ choices: [] }));

/** The range and the comparison of the address. */
export function useRange() {
  const { search, change } = useAddress();
  const choice = rangeFromAddress(search);
  const go = (next: RangeChoice) => void change(rangeToAddress(next));
  return {
    choice,
    comparison: comparisonFromAddress(search.compare),
    choose: (next: RangeChoice) => {
      useLeft.setState({ choices: [] });
      go(next);
    },
    compare: (comparison: Comparison | null) => void change({ compare: comparison ?? undefined }),
    /** Called when the user dragged over a chart. */
    zoom: (fromMs: number, toMs: number) => {
      useLeft.setState(({ choices }) => ({ choices: [...choices.slice(-19), choice] }));
      go(between(fromMs, toMs));
    },
    /** Returns to the range before the last zoom; without one, to a wider range. */
    zoomOut: () => {
      const { choices } = useLeft.getState();
      useLeft.setState({ choices: choices.slice(0, -1) });
      go(choices.at(-1) ?? widened(choice, Date.now()));
    },
  };
}
