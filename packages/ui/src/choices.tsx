import classes from './choices.module.css';

interface ChoicesProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A segmented choice. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, options, chosen, onChoose } = props;
  return (
    <fieldset className={classes.choices} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.choice}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
