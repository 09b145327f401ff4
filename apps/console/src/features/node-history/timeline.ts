import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { type NodeCondition, nodeConditions } from '@gwanje/contract/objects/object-states';
import type { listNodeHistory } from '@gwanje/kinds/node/history-calls';

export type HistoryRow = ResponseOf<typeof listNodeHistory>['list'][number];

/** A record as the timeline draws it. A running record ends now. */
export type Stretch = Readonly<ReturnType<typeof stretchesOf>[number]>;

/** The part of a stretch in one day, as shares of that day. */
export type Segment = DayRow['segments'][number];

export type DayRow = ReturnType<typeof dayRows>[number];

export const dayChoices = [1, 3, 7, 30] as const;
export type DayChoice = (typeof dayChoices)[number];
export const DEFAULT_DAYS: DayChoice = 3;

export function daysFromAddress(text: string | undefined): DayChoice {
  return dayChoices.find((days) => String(days) === text) ?? DEFAULT_DAYS;
}

/** Earliest first. Leaves out records without a start, or that end before their start. */
export function stretchesOf(rows: readonly HistoryRow[], nowMs: number) {
  return rows
    .flatMap((row) => {
      const fromMs = row.fromAt === null ? Number.NaN : Date.parse(row.fromAt);
      const toMs = row.toAt === null ? Math.max(nowMs, fromMs) : Date.parse(row.toAt);
      return toMs >= fromMs ? [{ row, fromMs, toMs }] : [];
    })
    .toSorted((a, b) => a.fromMs - b.fromMs || a.row.nodeHistoryId - b.row.nodeHistoryId);
}

/** Days of the browser's time zone, newest first. A day with a change of summer time has 23 or 25 hours. */
export function dayRows(stretches: readonly Stretch[], days: number, lastMs: number) {
  return Array.from({ length: days }, (_, back) => {
    const startMs = startOfDay(lastMs, -back);
    const endMs = startOfDay(lastMs, 1 - back);
    const lengthMs = endMs - startMs;
    const segments = stretches.flatMap((stretch) => {
      const fromMs = Math.max(stretch.fromMs, startMs);
      const toMs = Math.min(stretch.toMs, endMs);
      if (toMs < fromMs || stretch.fromMs >= endMs || (toMs === startMs && stretch.fromMs < startMs))
        return [];
      return { stretch, left: (fromMs - startMs) / lengthMs, width: (toMs - fromMs) / lengthMs };
    });
    return { startMs, endMs, segments };
  });
}

export function startOfDay(instantMs: number, plusDays = 0): number {
  const day = new Date(instantMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + plusDays).getTime();
}

export interface StateShare {
  readonly condition: NodeCondition;
  /** The share of the recorded time. */
  readonly share: number;
}

/** The share of the recorded time in each condition, worst first; empty without records. */
export function stateShares(
  stretches: readonly Stretch[],
  fromMs: number,
  toMs: number,
): readonly StateShare[] {
  const spentMs = new Map<NodeCondition, number>();
  for (const { row, ...stretch } of stretches) {
    const ms = Math.min(stretch.toMs, toMs) - Math.max(stretch.fromMs, fromMs);
    if (ms > 0) spentMs.set(row.condition, (spentMs.get(row.condition) ?? 0) + ms);
  }
  const totalMs = [...spentMs.values()].reduce((sum, ms) => sum + ms, 0);
  return nodeConditions.flatMap((condition) => {
    const ms = spentMs.get(condition);
    return ms === undefined ? [] : { condition, share: ms / totalMs };
  });
}

/** The record that an arrow key leads to; the first and last record stay. */
export function recordAfterKey(
  stretches: readonly Stretch[],
  id: number,
  key: string,
): HistoryRow['nodeHistoryId'] | undefined {
  const at = stretches.findIndex(({ row }) => row.nodeHistoryId === id);
  const here = stretches[at];
  if (!here) return undefined;
  switch (key) {
    case 'ArrowLeft':
      return stretches[Math.max(0, at - 1)]?.row.nodeHistoryId;
    case 'ArrowRight':
      return stretches[Math.min(stretches.length - 1, at + 1)]?.row.nodeHistoryId;
    case 'ArrowUp':
      return recordAt(stretches, startOfDay(here.fromMs, 1) + sinceMidnight(here.fromMs))?.row.nodeHistoryId;
    case 'ArrowDown':
      return recordAt(stretches, startOfDay(here.fromMs, -1) + sinceMidnight(here.fromMs))?.row.nodeHistoryId;
    case 'Home':
      return stretches[0]?.row.nodeHistoryId;
    case 'End':
      return stretches.at(-1)?.row.nodeHistoryId;
    default:
      return undefined;
  }
}

function sinceMidnight(instantMs: number): number {
  return instantMs - startOfDay(instantMs);
}

/** The record at an instant, or the nearest one. A record does not include its end. */
export function recordAt(stretches: readonly Stretch[], instantMs: number): Stretch | undefined {
  const distanceMs = ({ fromMs, toMs }: Stretch) => Math.max(0, fromMs - instantMs, instantMs - toMs + 1);
  return stretches.toSorted((a, b) => distanceMs(a) - distanceMs(b))[0];
}
