import { useStore } from 'zustand';
import type { CursorStore } from './chart-group.tsx';
import classes from './cursor-tip.module.css';
import type { ChartMark } from './model/chart-data.ts';
import type { ChartView } from './model/columns.ts';
import { marksNear } from './model/marks.ts';
import { instantOf, nearestIndex } from './model/time-grid.ts';
import type { Plot } from './plot.ts';

interface CursorTipProps {
  readonly plot: Plot;
  readonly chart: ChartView;
  readonly store: CursorStore;
  readonly id: string;
}

const MARK_DISTANCE_PX = 7;
const MARKS_AT_MOST = 5;
/** The time stays fully visible at both ends. */
const HALF_TIME_PX = 64;

/** The time at the crosshair, and the marks there. */
export function CursorTip({ plot, chart, store, id }: CursorTipProps) {
  const cursor = useStore(store);
  const { data, formats, labels } = chart;
  const { fromMs, toMs } = chart.range;
  if (!cursor || cursor.atMs < fromMs || cursor.atMs > toMs) return null;
  const left = plot.leftOf(cursor.atMs);
  // All charts of the group show the crosshair; only the pointed one lists the marks.
  const marks =
    cursor.source === id ? marksNear(chart.marks, cursor.atMs, plot.timeIn(MARK_DISTANCE_PX)) : [];
  // The time of the values in the legend, not of the pointer beside them.
  const index = nearestIndex(data, cursor.atMs);
  const isRightHalf = cursor.atMs > (fromMs + toMs) / 2;
  return (
    <div className={classes.layer} aria-hidden="true">
      <span
        className={classes.time}
        style={{ left: `clamp(${HALF_TIME_PX}px, ${left}px, calc(100% - ${HALF_TIME_PX}px))` }}
      >
        {formats.instant(index === null ? cursor.atMs : instantOf(data, index))}
      </span>
      {marks.length > 0 && (
        <ul className={classes.marks} data-side={isRightHalf ? 'left' : 'right'} style={{ left }}>
          {marks.slice(0, MARKS_AT_MOST).map((mark) => markLine(mark, chart))}
          {marks.length > MARKS_AT_MOST && (
            <li className={classes.more}>{labels.moreMarks(marks.length - MARKS_AT_MOST)}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function markLine(mark: ChartMark, { formats, labels }: ChartView) {
  const until = mark.untilMs === undefined ? '' : ` – ${formats.instant(mark.untilMs)}`;
  return (
    <li key={`${mark.atMs} ${mark.level} ${mark.label}`} className={classes.mark}>
      <span className={classes.when} data-level={mark.level}>
        {labels[mark.level]}
      </span>
      <span className={classes.span}>
        {formats.instant(mark.atMs)}
        {until}
      </span>
      <bdi className={classes.label}>{mark.label}</bdi>
    </li>
  );
}
