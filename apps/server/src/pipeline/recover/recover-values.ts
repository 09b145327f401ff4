import { setTimeout as delay } from 'node:timers/promises';
import { metricScopes } from '@gwanje/kinds/registry';
import type { LatestAnswer, MetricStore } from '@gwanje/metric-store/interface';
import type { LiveState } from '../../live/live-state.ts';
import { MAX_AGE_MS } from '../receive/clock/batch-time.ts';
import type { SampleRows } from '../receive/received-batch.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { isPod } from '../state/object-registry.ts';

/** Nearly every object has a row in the last minute with samples. */
const RECENT_MS = 60_000;
const LATE = Symbol('late');

const sampledScopes = metricScopes.filter((scope) => scope !== 'cluster');

interface ScopeValues {
  readonly scope: SampleRows['scope'];
  readonly latest: LatestAnswer;
}

export interface ValuesContext {
  readonly live: LiveState;
  readonly metrics: MetricStore;
  /** The clusters whose memory is read. */
  readonly memories: ReadonlyMap<number, ClusterMemory>;
  readonly nowMs: number;
  /** How long to wait for the latest values of the metric store. */
  readonly valuesWithinMs: number;
  readonly onValuesMissing: (error: unknown) => void;
}

/**
 * Puts the latest values of each object into the live state. The next samples replace them, so a slow metric
 * store does not delay the start: values that arrive later are applied then, unless newer samples have
 * arrived.
 */
export async function recoverValues(
  recent: Promise<readonly ScopeValues[]>,
  context: ValuesContext,
): Promise<number> {
  const timer = new AbortController();
  const late = delay(context.valuesWithinMs, LATE, { signal: timer.signal, ref: false }).catch(() => LATE);
  const counted = recoverAll(recent, context).catch((error: unknown) => {
    context.onValuesMissing(error);
    return 0;
  });
  const first = await Promise.race([counted, late]);
  timer.abort();
  if (typeof first === 'number') return first;
  context.onValuesMissing(new Error('the metric store is slow to return the latest values'));
  return 0;
}

async function recoverAll(recent: Promise<readonly ScopeValues[]>, context: ValuesContext): Promise<number> {
  const values = await recent;
  const recentCnt = put(values, context.live);
  return recentCnt + put(await readOlderValues(values, context), context.live);
}

/** Reads the values of the last minute before the server ended. */
export function readRecentValues({ metrics, memories, nowMs }: ValuesContext): Promise<ScopeValues[]> {
  const sampleTimes = [...memories.values()].flatMap(({ lastSampleMs }) => lastSampleMs ?? []);
  const newestMs = Math.min(nowMs, Math.max(nowMs - MAX_AGE_MS, ...sampleTimes));
  const sinceMs = Math.max(nowMs - MAX_AGE_MS, newestMs - RECENT_MS);
  return Promise.all(
    sampledScopes.map(async (scope) => ({ scope, latest: await metrics.latest({ scope, sinceMs }) })),
  );
}

/** For some of the clusters: all their objects are read by id. */
export const NO_RECENT_VALUES: readonly ScopeValues[] = sampledScopes.map((scope) => ({
  scope,
  latest: { ids: new Int32Array(), tsMs: new Float64Array(), columns: {} },
}));

/** Reads the silent objects by id, because reading all rows of two days would take minutes. */
function readOlderValues(recent: readonly ScopeValues[], context: ValuesContext): Promise<ScopeValues[]> {
  const sinceMs = context.nowMs - MAX_AGE_MS;
  return Promise.all(
    recent.map(async ({ scope, latest }) => {
      const ids = silentIds(scope, latest.ids, context);
      return { scope, latest: await context.metrics.latest({ scope, sinceMs, ids }) };
    }),
  );
}

function silentIds(
  scope: SampleRows['scope'],
  recentIds: Int32Array,
  { memories, live }: ValuesContext,
): readonly number[] {
  const hasRecent = new Set(recentIds);
  const silent: number[] = [];
  for (const { registry } of memories.values()) {
    for (const object of registry.all(scope === 'container' ? 'pod' : scope)) {
      if (object.deletedMs !== null) continue;
      const ids =
        scope === 'container' && isPod(object) ? object.containers.map(({ id }) => id) : [object.id];
      const missing = ids.filter((id) => !hasRecent.has(id));
      const isRunning =
        missing.length > 0 && (!isPod(object) || isSampled(live.stateOf('pod', object.id)?.phase));
      if (isRunning) silent.push(...missing);
    }
  }
  return silent;
}

/** A pod that has not started or has ended has no samples. */
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

/** Groups the values by time: the live state accepts one instant per call. */
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

/** A loop, because `from` with a function takes ten times as long. */
function pickInto<Values extends Int32Array | Float64Array>(
  into: Values,
  values: Values,
  rows: readonly number[],
): Values {
  for (let index = 0; index < rows.length; index++) into[index] = values[rows[index] ?? 0] ?? Number.NaN;
  return into;
}
