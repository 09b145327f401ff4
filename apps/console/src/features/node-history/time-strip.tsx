import { formatPercent } from '@gwanje/domain/formats/numbers';
import { formatInstant } from '@gwanje/domain/formats/time';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { pageLink } from '#components/links/page-link.tsx';
import { nodeConditionAppearance } from '#components/list/columns/state-appearance.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { recordsQuery } from './history-queries.ts';
import classes from './time-strip.module.css';
import {
  type DayRow,
  dayRows,
  recordAfterKey,
  recordAt,
  type Segment,
  type StateShare,
  type Stretch,
  stateShares,
  stretchesOf,
} from './timeline.ts';

/** The records of the days from `fromMs` to `toMs`, as rows of a time strip. */
export function useTimeline(nodeId: number, fromMs: number, toMs: number, days: number) {
  const query = useQuery({ ...recordsQuery(nodeId, fromMs, toMs), placeholderData: keepPreviousData });
  const { data } = query;
  const drawn = useMemo(() => {
    if (!data) return null;
    const stretches = stretchesOf(data.list, Date.parse(data.serverTime));
    return {
      stretches,
      rows: dayRows(stretches, days, toMs - 1),
      shares: stateShares(stretches, fromMs, toMs),
      isCut: data.totalCnt > data.list.length,
    };
  }, [data, days, fromMs, toMs]);
  return { query, drawn };
}

interface TimeStripProps {
  readonly label: string;
  readonly days: readonly DayRow[];
  readonly stretches: readonly Stretch[];
  readonly currentId?: number | undefined;
  readonly addressOf: (nodeHistoryId: number) => string;
  /** Content below the days, with the same width. */
  readonly below?: ReactNode;
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** One row per day, midnight to midnight. Each record links to its pods. Arrow keys move between records. */
export function TimeStrip({ label, days, stretches, currentId, addressOf, below }: TimeStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const focusableId = currentId ?? stretches.at(-1)?.row.nodeHistoryId;

  function onKeyDown(event: KeyboardEvent) {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = recordAfterKey(stretches, Number(target.dataset.record), event.key);
    if (next === undefined) return;
    event.preventDefault();
    strip.current?.querySelector<HTMLElement>(`[data-record="${next}"]`)?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the links inside
    <div className={classes.strip} ref={strip} onKeyDown={onKeyDown}>
      <div className={classes.axis} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} className={classes.hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      <ol className={classes.days} aria-label={label}>
        {days.map((day) => (
          <li key={day.startMs} className={classes.day}>
            <span className={classes.date}>{formatInstant(day.startMs).slice(5, 10)}</span>
            <div className={classes.track}>
              {day.segments.map((segment) => (
                <Piece
                  key={segment.stretch.row.nodeHistoryId}
                  segment={segment}
                  isCurrent={segment.stretch.row.nodeHistoryId === currentId}
                  isFocusable={segment.stretch.row.nodeHistoryId === focusableId}
                  address={addressOf(segment.stretch.row.nodeHistoryId)}
                />
              ))}
            </div>
          </li>
        ))}
      </ol>
      {below}
    </div>
  );
}

interface PieceProps {
  readonly segment: Segment;
  readonly isCurrent: boolean;
  readonly isFocusable: boolean;
  readonly address: string;
}

function Piece({ segment, isCurrent, isFocusable, address }: PieceProps) {
  const { t, language } = useTexts();
  const { row, fromMs, toMs } = segment.stretch;
  const { colour, isHatched = false, label } = nodeConditionAppearance(row.condition, { t, language });
  const text = [
    `${timeOf(fromMs)} ~ ${row.isRunning ? t('nodeHistory.now') : timeOf(toMs)}`,
    label,
    t('nodeHistory.pods', { cnt: row.podCnt }),
    ...(row.alarmCnt > 0 ? [t('nodeHistory.alarms', { cnt: row.alarmCnt })] : []),
    ...((row.flapCnt ?? 0) > 0 ? [t('nodeHistory.changed', { cnt: row.flapCnt ?? 0 })] : []),
  ].join(' · ');

  return (
    <a
      className={classes.piece}
      {...pageLink(address)}
      style={{ left: `${segment.left * 100}%`, width: `${segment.width * 100}%` }}
      data-colour={colour}
      data-hatched={isHatched}
      data-alarms={row.alarmCnt > 0}
      data-flaps={(row.flapCnt ?? 0) > 0}
      data-record={row.nodeHistoryId}
      aria-current={isCurrent ? 'true' : undefined}
      title={text}
      tabIndex={isFocusable ? 0 : -1}
    >
      <span className={classes.words}>{text}</span>
    </a>
  );
}

function timeOf(instantMs: number): string {
  return formatInstant(instantMs).slice(5);
}

/** The legend: each condition with its share of the time. */
export function StateLegend({ shares }: { shares: readonly StateShare[] }) {
  const { t, language } = useTexts();
  return (
    <ul className={classes.legend}>
      {shares.map(({ condition, share }) => {
        const { colour, isHatched = false, label } = nodeConditionAppearance(condition, { t, language });
        return (
          <li key={condition} className={classes.entry}>
            <span className={classes.swatch} data-colour={colour} data-hatched={isHatched} />
            {t('nodeHistory.share', { state: label, share: formatPercent(share * 100) })}
          </li>
        );
      })}
    </ul>
  );
}

/** The delay before a record opens, so that a passing pointer does not open it. */
const PAUSE_MS = 150;
const MINUTE_MS = 60_000;

interface HourSliderProps {
  readonly stretches: readonly Stretch[];
  readonly currentId: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** Moves through the hours of a day: by pointer to any minute, by keys to a record. The page follows. */
export function HourSlider({ stretches, currentId, startMs, endMs }: HourSliderProps) {
  const t = useT();
  const { change } = useAddress();
  const [handMs, setHandMs] = useState<number | null>(null);
  const current = stretches.find(({ row }) => row.nodeHistoryId === currentId);
  const shown = handMs === null ? current : recordAt(stretches, handMs);
  const shownMs = handMs ?? (current ? (current.fromMs + current.toMs) / 2 : startMs);

  const open = useEffectEvent((id: number | undefined) => {
    setHandMs(null);
    if (id !== undefined && id !== currentId) void change({ nodeHistoryId: String(id) }, { replace: true });
  });
  useEffect(() => {
    if (handMs === null) return;
    const timer = setTimeout(() => open(recordAt(stretches, handMs)?.row.nodeHistoryId), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [handMs, stretches]);

  function onKeyDown(event: KeyboardEvent): void {
    const next = recordAfterKey(stretches, currentId, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next !== currentId) void change({ nodeHistoryId: String(next) }, { replace: true });
  }

  return (
    <input
      type="range"
      className={classes.slider}
      aria-label={t('nodeHistory.slider')}
      aria-valuetext={
        shown &&
        `${formatInstant(shown.fromMs)} ~ ${formatInstant(shown.toMs).slice(11)} ${shown.row.condition}`
      }
      min={0}
      max={Math.round((endMs - startMs) / MINUTE_MS)}
      value={Math.round((shownMs - startMs) / MINUTE_MS)}
      onChange={(event) => setHandMs(startMs + Number(event.currentTarget.value) * MINUTE_MS)}
      onKeyDown={onKeyDown}
    />
  );
}
