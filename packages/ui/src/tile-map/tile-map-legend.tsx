import palette from './paint/palette.module.css';
import { type StateTexts, TILE_STATES } from './tile-class.ts';
import classes from './tile-map-legend.module.css';

interface ScaleLegendProps {
  /** The ends of the scale as text: '0', '100 %'. */
  readonly minText: string;
  readonly maxText: string;
  readonly staleText: string;
  readonly unknownText: string;
  readonly label: string;
}

/** For tiles coloured by a metric. */
export function ScaleLegend({ minText, maxText, staleText, unknownText, label }: ScaleLegendProps) {
  return (
    <ul className={`${classes.legend} ${palette.palette}`} aria-label={label}>
      <li className={classes.entry}>
        {minText}
        <span className={classes.scale} aria-hidden="true" />
        {maxText}
      </li>
      <li className={classes.entry}>
        <span className={`${classes.swatch} ${classes.unknown}`} aria-hidden="true" />
        {unknownText}
      </li>
      <li className={classes.entry}>
        <span className={`${classes.swatch} ${classes.stale}`} aria-hidden="true" />
        {staleText}
      </li>
    </ul>
  );
}

/** The marks that distinguish the worst states without colour. */
const MARKS: Partial<Record<keyof StateTexts, string>> = {
  critical: 'M3.4 3.4l5.2 5.2M8.6 3.4l-5.2 5.2',
  warning: 'M6 3l3.2 6H2.8z',
};

/** For tiles coloured by state, worst first. */
export function StateLegend({ label, texts }: { readonly label: string; readonly texts: StateTexts }) {
  return (
    <ul className={`${classes.legend} ${palette.palette}`} aria-label={label}>
      {TILE_STATES.map((state) => (
        <li key={state} className={classes.entry}>
          <span className={`${classes.swatch} ${classes[state]}`} aria-hidden="true">
            {MARKS[state] && (
              <svg viewBox="0 0 12 12" className={classes.mark}>
                <title>{texts[state]}</title>
                <path d={MARKS[state]} />
              </svg>
            )}
          </span>
          {texts[state]}
        </li>
      ))}
    </ul>
  );
}
