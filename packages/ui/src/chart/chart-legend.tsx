import type { MouseEvent } from 'react';
import { LongName } from '../list/long-name.tsx';
import { type CursorStore, useCursorIndex } from './chart-group.tsx';
import classes from './chart-legend.module.css';
import type { ChartValues } from './model/chart-data.ts';
import type { ChartView, ShownSeries } from './model/columns.ts';
import { legendCnt, MANY_NAMES } from './model/legend.ts';
import { isKnown } from './model/time-grid.ts';

interface ChartLegendProps {
  readonly chart: ChartView;
  readonly shown: readonly ShownSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly onHiddenChange: (hidden: ReadonlySet<string>) => void;
  readonly store: CursorStore;
  readonly stacked: boolean;
  /** One line beside the title; below the plot as many as needed, fewer in a small frame. */
  readonly placement: 'head' | 'below' | 'belowNarrow';
}

/** Placeholders for names that are still loading. */
export function LegendPlaceholder({ nameCnt }: { readonly nameCnt: number }) {
  return (
    <div className={`${classes.legend} ${classes.below}`} data-many={nameCnt >= MANY_NAMES}>
      {Array.from({ length: nameCnt }, (_, name) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders have no identity
        <div key={name} className={classes.place} />
      ))}
    </div>
  );
}

/**
 * Names the series, toggles them, and shows their values at the cursor; without a cursor, the last values.
 */
export function ChartLegend(props: ChartLegendProps) {
  const { shown, hidden, stacked, placement } = props;
  const { data, formats, labels, staleFromMs } = props.chart;
  const index = useCursorIndex(props.store, data);
  const isStale = index === undefined && staleFromMs !== null;
  const visible = shown.filter(({ key }) => !hidden.has(key));
  // A total belongs to one instant, so a stack uses one last point for all series.
  const lastOfAll = stacked ? Math.max(...shown.map(lastIndexOf)) : null;
  const pointOf = (one: ShownSeries) => (index === undefined ? (lastOfAll ?? lastIndexOf(one)) : index);
  const valueAt = (one: ShownSeries) => at(one.avg, pointOf(one));
  const comparedAt = (one: ShownSeries) => at(one.compared, pointOf(one));
  const nameCnt = legendCnt(shown.length, { stacked, othersAfter: shown.length });
  const hasComparison = shown.some(({ compared }) => compared !== null);

  function toggle(key: string, event: MouseEvent): void {
    const isAlone = event.ctrlKey || event.metaKey || event.shiftKey;
    props.onHiddenChange(isAlone ? onlyThisOrAll(shown, hidden, key) : toggled(hidden, key));
  }

  return (
    <ul
      className={`${classes.legend} ${placement === 'head' ? classes.head : classes.below}`}
      data-many={placement === 'below' && nameCnt >= MANY_NAMES}
      aria-label={labels.legend}
    >
      {shown.map((one) => (
        <li key={one.key} className={classes.item}>
          <button
            type="button"
            className={classes.entry}
            aria-pressed={!hidden.has(one.key)}
            onClick={(event) => toggle(one.key, event)}
          >
            <Sample
              colour={one.isOthers ? 'others' : String(one.appearance.colour)}
              dash={one.appearance.dash}
            />
            <bdi className={classes.name} title={one.label}>
              <LongName text={one.label} />
            </bdi>
          </button>
          <span className={classes.value} data-stale={isStale}>
            {formats.value(valueAt(one))}
          </span>
          {one.compared && <span className={classes.compared}>{formats.value(comparedAt(one))}</span>}
        </li>
      ))}
      {stacked && visible.length > 1 && (
        <li className={classes.item}>
          <span className={classes.name}>{labels.total}</span>
          <span className={classes.value} data-stale={isStale}>
            {formats.value(totalOf(visible, valueAt))}
          </span>
          {hasComparison && (
            <span className={classes.compared}>{formats.value(totalOf(visible, comparedAt))}</span>
          )}
        </li>
      )}
      {hasComparison && (
        <li className={`${classes.item} ${classes.comparedKey}`}>
          <Sample colour="compare" dash={[4, 3]} />
          {labels.compared}
        </li>
      )}
    </ul>
  );
}

function Sample({ colour, dash }: { readonly colour: string; readonly dash: readonly number[] }) {
  return (
    <svg
      className={classes.sample}
      data-colour={colour}
      viewBox="0 0 16 4"
      width={16}
      height={4}
      aria-hidden="true"
    >
      <line x1={0} x2={16} y1={2} y2={2} strokeDasharray={dash.join(' ') || undefined} />
    </svg>
  );
}

function at(values: ChartValues | null, index: number | null): number | null {
  return index === null ? null : (values?.[index] ?? null);
}

function lastIndexOf({ avg }: ShownSeries): number {
  return avg.findLastIndex(isKnown);
}

function totalOf(
  visible: readonly ShownSeries[],
  valueAt: (one: ShownSeries) => number | null,
): number | null {
  const known = visible.map(valueAt).filter(isKnown);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function toggled(hidden: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** With a modifier key: shows only this series, or all again if it is the only one. */
function onlyThisOrAll(
  shown: readonly ShownSeries[],
  hidden: ReadonlySet<string>,
  key: string,
): ReadonlySet<string> {
  const others = shown.map((one) => one.key).filter((other) => other !== key);
  const isAlone = !hidden.has(key) && others.every((other) => hidden.has(other));
  return new Set(isAlone ? [] : others);
}
