import { Chip } from '@gwanje/ui/chip';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import { type Texts, useTexts } from '#core/i18n/i18n.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import classes from './toggle-chips.module.css';

export interface CodeFilter<Code> {
  /** The filter parameter in the address, which the filter editor of the list changes too. */
  readonly filter: string;
  readonly codes: readonly Code[];
  /** The values that the page shows without a filter; absent: all. */
  readonly usual?: readonly Code[];
}

interface ToggleChipsProps<Code> extends CodeFilter<Code> {
  readonly label: string;
  readonly appearanceOf: (code: Code, texts: Texts) => StateAppearance;
}

/** A button for each value of a filter, which shows or hides the rows with that value. */
export function ToggleChips<Code extends string | number>(props: ToggleChipsProps<Code>) {
  const texts = useTexts();
  const { search, change } = useAddress();
  const shown = chosenCodes(search, props);
  return (
    <fieldset className={classes.chips} aria-label={props.label}>
      {props.codes.map((code) => (
        <button
          key={code}
          type="button"
          className={classes.chip}
          aria-pressed={shown.includes(code)}
          onClick={() => void change(withToggled(search, props, code))}
        >
          <Chip {...props.appearanceOf(code, texts)} />
        </button>
      ))}
    </fieldset>
  );
}

/** The values of the filter in their order. Without a filter: the usual values, none if all are usual. */
export function chosenCodes<Code extends string | number>(
  search: AddressText,
  { filter, codes, usual = [] }: CodeFilter<Code>,
): readonly Code[] {
  const texts = search[filter]?.split(',') ?? [];
  const chosen = codes.filter((code) => texts.includes(String(code)));
  return chosen.length === 0 ? usual : chosen;
}

/** The filter with one value toggled. The address omits it if the result is empty or the usual values. */
export function withToggled<Code extends string | number>(
  search: AddressText,
  filter: CodeFilter<Code>,
  code: Code,
): AddressText {
  const { codes, usual = codes } = filter;
  const shown = chosenCodes(search, filter);
  const next = codes.filter((one) => shown.includes(one) !== (one === code)).join();
  return { [filter.filter]: next === '' || next === usual.join() ? undefined : next };
}
