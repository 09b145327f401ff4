import { setTimeout as delay } from 'node:timers/promises';
import { metricScopes } from '@gwanje/contract/metrics';
import type { LatestAnswer } from '@gwanje/metric-store/interface';
import type { LiveState } from '../../live/live-state.ts';
import { BACK_MS } from '../apply/samples.ts';
import { isPod } from '../identify/registry.ts';
import type { SampleRows } from '../receive/arrival.ts';
import type { RecoveryContext } from './recovery.ts';

/** Nearly every object has a row in the last minute that samples came in. */
const FRESH_MS = 60_000;
const LATE = Symbol('late');

const sampledScopes = metricScopes.filter((scope) => scope !== 'cluster');

interface ScopeValues {
  readonly scope: SampleRows['scope'];
  readonly latest: LatestAnswer;
}

/**
 * What each object used when it was last heard of. The next samples say it too, so that a store that is slow or away keeps
 * nobody from starting: what it answers later is put beside what has come by then, newer values stay.
 */
export async function recoverValues(
  fresh: Promise<readonly ScopeValues[]>,
  context: RecoveryContext,
): Promise<number> {
  const timer = new AbortController();
  const late = delay(context.valuesWithinMs, LATE, { signal: timer.signal, ref: false }).catch(() => LATE);
  const counted = recoverAll(fresh, context).catch((error: unknown) => {
    context.onValuesMissing(error);
    return 0;
  });
  const first = await Promise.race([counted, late]);
  timer.abort();
  if (typeof first === 'number') return first;
  context.onValuesMissing(new Error('the metric store is slow to tell the last values'));
  return 0;
}

async function recoverAll(fresh: Promise<readonly ScopeValues[]>, context: RecoveryContext): Promise<number> {
  const values = await fresh;
  const freshCnt = put(values, context.live);
  return freshCnt + put(await readOlder(values, context), context.live);
}

/** What came in the last minute before the end. */
export function readFresh({ metrics, clusters, nowMs }: RecoveryContext): Promise<ScopeValues[]> {
  const heard = [...clusters.all()].flatMap(({ lastSampleMs }) => lastSampleMs ?? []);
  const newestMs = Math.min(nowMs, Math.max(nowMs - BACK_MS, ...heard));
  const sinceMs = Math.max(nowMs - BACK_MS, newestMs - FRESH_MS);
  return Promise.all(
    sampledScopes.map(async (scope) => ({ scope, latest: await metrics.latest({ scope, sinceMs }) })),
  );
}

/** What has been silent for longer, by name: to look through two days of everybody's rows for it would take minutes. */
function readOlder(fresh: readonly ScopeValues[], context: RecoveryContext): Promise<ScopeValues[]> {
  const sinceMs = context.nowMs - BACK_MS;
  return Promise.all(
    fresh.map(async ({ scope, latest }) => {
      const ids = silentIds(scope, latest.ids, context);
      return { scope, latest: await context.metrics.latest({ scope, sinceMs, ids }) };
    }),
  );
}

function silentIds(
  scope: SampleRows['scope'],
  heard: Int32Array,
  { clusters, live }: RecoveryContext,
): readonly number[] {
  const isHeard = new Set(heard);
  const silent: number[] = [];
  for (const { registry } of clusters.all()) {
    for (const object of registry.all(scope === 'container' ? 'pod' : scope)) {
      if (object.deletedMs !== null) continue;
      const ids =
        scope === 'container' && isPod(object) ? object.containers.map(({ id }) => id) : [object.id];
      const missing = ids.filter((id) => !isHeard.has(id));
      const isAtWork =
        missing.length > 0 && (!isPod(object) || isSampled(live.stateOf('pod', object.id)?.phase));
      if (isAtWork) silent.push(...missing);
    }
  }
  return silent;
}

/** What has not begun or has ended uses nothing. */
function isSampled(phase: string | undefined): boolean {
  return phase === 'Running' || phase === 'Unknown';
}

function put(values: readonly ScopeValues[], live: LiveState): number {
  let count = 0;
  for (const { scope, latest } of values) {
    for (const { tsMs, ids, columns } of byTime(latest)) live.applySamples(scope, ids, tsMs, columns);
    count += latest.ids.length;
  }
  return count;
}

/** The live state takes the values of one instant at a time. */
function* byTime({ ids, tsMs, columns }: LatestAnswer) {
  const rowsAt = new Map<number, number[]>();
  for (const [row, atMs] of tsMs.entries()) {
    const rows = rowsAt.get(atMs);
    if (rows) rows.push(row);
    else rowsAt.set(atMs, [row]);
  }
  for (const [atMs, rows] of rowsAt) {
    const picked: Record<string, Float64Array> = {};
    for (const [name, values] of Object.entries(columns))
      picked[name] = pickInto(new Float64Array(rows.length), values, rows);
    yield { tsMs: atMs, ids: pickInto(new Int32Array(rows.length), ids, rows), columns: picked };
  }
}

/** By hand: `from` with a function takes ten times as long. */
function pickInto<Values extends Int32Array | Float64Array>(
  into: Values,
  values: Values,
  rows: readonly number[],
): Values {
  for (let index = 0; index < rows.length; index++) into[index] = values[rows[index] ?? 0] ?? Number.NaN;
  return into;
}
