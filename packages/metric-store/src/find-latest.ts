import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { LatestAnswer, LatestQuery } from './interface.ts';
import { horizonMs, type Tiers } from './tiers.ts';

/** Samples further in the future come from a wrong clock and are ignored. */
const AHEAD_MS = 3_600_000;
/** Up to this many objects are read by id. More are read in a wider window of all objects. */
const MAX_BY_ID = 1000;

export interface Span {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

export interface LatestSource {
  /** The window that is read first, for all objects. */
  readonly firstWindowMs: number;
  /** The newest row in the span, of all objects or of the given ones. */
  rows(span: Span, ids?: readonly number[]): Promise<LatestAnswer>;
  /** Objects with a row in the span that are not in `found`. */
  idsBeside(span: Span, found: ReadonlySet<number>): Promise<readonly number[]>;
}

/**
 * Nearly every object has a row in the last minute, so that is read first. Older rows are read only for the
 * remaining objects, because reading all rows of the span would take a hundred times as long.
 */
export async function findLatest(
  source: LatestSource,
  { scope, sinceMs, ids }: LatestQuery,
  tiers: Tiers,
  nowMs: number,
): Promise<LatestAnswer> {
  const fromMs = Math.max(sinceMs, horizonMs(tiers, 0, nowMs));
  if (!ids) return concat(scope, await walkBack(source, fromMs, nowMs));
  const parts: LatestAnswer[] = [];
  for (let start = 0; start < ids.length; start += MAX_BY_ID)
    parts.push(...(await walkBack(source, fromMs, nowMs, ids.slice(start, start + MAX_BY_ID))));
  return concat(scope, parts);
}

async function walkBack(
  source: LatestSource,
  fromMs: number,
  nowMs: number,
  wanted?: readonly number[],
): Promise<LatestAnswer[]> {
  const parts: LatestAnswer[] = [];
  const found = new Set<number>();
  let toMs = nowMs + AHEAD_MS;
  let windowMs = source.firstWindowMs;
  let named = wanted;
  while (fromMs < toMs) {
    const isAllAtOnce = named !== undefined && !wanted;
    const windowFromMs = isAllAtOnce ? fromMs : Math.max(fromMs, Math.min(toMs, nowMs) - windowMs);
    const part = without(found, await source.rows({ fromMs: windowFromMs, toMs }, named));
    for (const id of part.ids) found.add(id);
    parts.push(part);
    toMs = windowFromMs;
    windowMs *= 4;
    if (fromMs >= toMs) break;
    const missing =
      wanted?.filter((id) => !found.has(id)) ?? (await source.idsBeside({ fromMs, toMs }, found));
    if (missing.length === 0) break;
    named = missing.length <= MAX_BY_ID ? missing : undefined;
  }
  return parts;
}

/** Late rows may arrive between two reads. The row that was found first is the newer one. */
function without(found: ReadonlySet<number>, answer: LatestAnswer): LatestAnswer {
  if (!answer.ids.some((id) => found.has(id))) return answer;
  const kept = [...answer.ids.keys()].filter((row) => !found.has(answer.ids[row] ?? 0));
  const pick = (values: Float64Array) => Float64Array.from(kept, (row) => values[row] ?? Number.NaN);
  return {
    ids: Int32Array.from(kept, (row) => answer.ids[row] ?? 0),
    tsMs: pick(answer.tsMs),
    columns: Object.fromEntries(
      Object.entries(answer.columns).map(([metric, values]) => [metric, pick(values)]),
    ),
  };
}

function concat(scope: MetricScope, parts: readonly LatestAnswer[]): LatestAnswer {
  const rows = parts.reduce((sum, part) => sum + part.ids.length, 0);
  const ids = new Int32Array(rows);
  const tsMs = new Float64Array(rows);
  const names: readonly string[] = metricNames(scope);
  const columns = Object.fromEntries(
    names.map((metric) => [metric, new Float64Array(rows).fill(Number.NaN)]),
  );
  let at = 0;
  for (const part of parts) {
    ids.set(part.ids, at);
    tsMs.set(part.tsMs, at);
    for (const [metric, values] of Object.entries(part.columns)) columns[metric]?.set(values, at);
    at += part.ids.length;
  }
  return { ids, tsMs, columns };
}
