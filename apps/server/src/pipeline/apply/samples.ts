import type { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { MetricScope } from '@gwanje/contract/metrics';
import type { SampleBatch } from '@gwanje/metric-store/interface';
import type { Registry } from '../identify/registry.ts';
import type { SampleRows } from '../receive/arrival.ts';
import { pick } from './waiting-samples.ts';

/** Samples by id; 0 where the object is not known. */
export interface IdentifiedRows {
  readonly scope: Exclude<MetricScope, 'cluster'>;
  readonly tsMs: number;
  readonly ids: Int32Array;
  readonly knownCnt: number;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

export const AHEAD_MS = 5 * 60_000;
/** As far back as the raw tier of the metric store reaches. */
export const BACK_MS = 48 * 3_600_000;

/** Half a millisecond's work. */
const ROWS_AT_ONCE = 500;

export type Dating = 'future' | 'tooOld' | 'inTime';

export function datingOf(tsMs: number, nowMs: number): Dating {
  if (tsMs > nowMs + AHEAD_MS) return 'future';
  return tsMs < nowMs - BACK_MS ? 'tooOld' : 'inTime';
}

type Applied = (ids: Int32Array, columns: Readonly<Record<string, Float64Array>>) => void;

/** Ids of keys that were looked up already: instants of one batch share them. Good while no object comes or goes. */
export type LookedUp = Map<SampleRows['keys'], Pick<IdentifiedRows, 'ids' | 'knownCnt'>>;

/** Finds the objects of rows and applies them, some at a time: between them others have their turn. */
export async function identifyRows(
  rows: SampleRows,
  registry: Registry,
  lookedUp: LookedUp,
  eventLoop: EventLoopYield,
  apply: Applied,
): Promise<{ identified: IdentifiedRows; unknown: SampleRows | undefined }> {
  const { scope, tsMs, keys, columns } = rows;
  const before = lookedUp.get(keys);
  const ids = before?.ids ?? new Int32Array(keys.length);
  let knownCnt = before?.knownCnt ?? 0;
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    await eventLoop.yieldIfDue();
    const to = Math.min(from + ROWS_AT_ONCE, keys.length);
    for (let row = from; row < to && !before; row++) {
      const id = registry.idOfSample(scope, keys[row] ?? '');
      ids[row] = id;
      if (id !== 0) knownCnt++;
    }
    apply(ids.subarray(from, to), between(columns, from, to));
  }
  lookedUp.set(keys, { ids, knownCnt });
  const unknown = knownCnt === keys.length ? undefined : pick(rows, (row) => ids[row] === 0);
  return { identified: { scope, tsMs, ids, knownCnt, columns }, unknown };
}

function between(
  columns: IdentifiedRows['columns'],
  from: number,
  to: number,
): Readonly<Record<string, Float64Array>> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, values.subarray(from, to)]),
  );
}

/** One batch a scope and instant: small ones of many agents become few. */
export function mergeRows(parts: readonly IdentifiedRows[]): SampleBatch[] {
  const groups = new Map<string, IdentifiedRows[]>();
  for (const part of parts) {
    if (part.knownCnt === 0) continue;
    const key = `${part.scope}/${part.tsMs}`;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()].map(mergeGroup);
}

function mergeGroup(parts: readonly IdentifiedRows[]): SampleBatch {
  const [first] = parts;
  if (!first) throw new Error('a group has a part');
  const { scope, tsMs } = first;
  if (parts.length === 1 && first.knownCnt === first.ids.length)
    return { scope, tsMs, ids: first.ids, columns: first.columns };
  const rowCnt = parts.reduce((sum, part) => sum + part.knownCnt, 0);
  const ids = new Int32Array(rowCnt);
  const columns: Record<string, Float64Array> = {};
  let start = 0;
  for (const part of parts) {
    const isWhole = part.knownCnt === part.ids.length;
    compact(part.ids, part.ids, isWhole, ids, start);
    for (const [name, values] of Object.entries(part.columns)) {
      columns[name] ??= new Float64Array(rowCnt).fill(Number.NaN);
      compact(values, part.ids, isWhole, columns[name], start);
    }
    start += part.knownCnt;
  }
  return { scope, tsMs, ids, columns };
}

function compact<Values extends Int32Array | Float64Array>(
  values: Values,
  ids: Int32Array,
  isWhole: boolean,
  into: Values,
  start: number,
): void {
  if (isWhole) {
    into.set(values, start);
    return;
  }
  let next = start;
  for (let row = 0; row < ids.length; row++) if (ids[row] !== 0) into[next++] = values[row] ?? Number.NaN;
}
