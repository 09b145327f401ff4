import { Chip } from '@gwanje/ui/chip';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import type { AddressText } from '#core/navigation/use-address.ts';
import classes from './toggle-chips.module.css';

interface ToggleChipsProps<Code> {
  readonly label: string;
  readonly codes: readonly Code[];
  readonly shown: readonly Code[];
  readonly appearanceOf: (code: Code) => StateAppearance;
  readonly onToggle: (code: Code) => void;
}

/** A button for each value of a filter, which shows or hides the rows with that value. */
export function ToggleChips<Code extends string | number>(props: ToggleChipsProps<Code>) {
  const { label, codes, shown, appearanceOf, onToggle } = props;
  return (
    <fieldset className={classes.chips} aria-label={label}>
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          className={classes.chip}
          aria-pressed={shown.includes(code)}
          onClick={() => onToggle(code)}
        >
          <Chip {...appearanceOf(code)} />
        </button>
      ))}
    </fieldset>
  );
}

/** The values of a filter in the address, in the order of `codes`. */
export function codesIn<Code extends string | number>(
  search: AddressText,
  filter: string,
  codes: readonly Code[],
): readonly Code[] {
  const texts = search[filter]?.split(',') ?? [];
  return codes.filter((code) => texts.includes(String(code)));
}

/** The filter with one value toggled. Undefined (no filter) if the result is empty or the default of the page. */
export function toggled<Code extends string | number>(
  shown: readonly Code[],
  code: Code,
  codes: readonly Code[],
  usual: readonly Code[] = codes,
): string | undefined {
  const next = codes.filter((one) => shown.includes(one) !== (one === code));
  return next.length === 0 || next.join() === usual.join() ? undefined : next.join();
}
