import type { Db } from '@gwanje/backend/database/schema';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { NodeId } from '@gwanje/contract/definition/fields';
import type { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import { kinds, type MetricScope } from '@gwanje/kinds/registry';
import { metricCatalogue } from '@gwanje/kinds/state/states';
import type { MetricStore, SeriesAnswer } from '@gwanje/metric-store/interface';
import { HiddenObject } from '../../access/targets.ts';
import { MAX_DELETED } from '../../history/deleted-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import type { Scope } from '../../platform/http/identity/scope.ts';
import { findNames, listClusters, listDeletedSince, listObjects } from './series-repository.ts';

/** A series request names its objects and needs only allowed groups; a ranking covers selected groups. */
export const seriesRoutes = {
  /** One query per kind, because each kind has its own table; all use the same grid. */
  async querySeries({ db, metricStore, scope, body, now }) {
    const targets = await findTargets(db, scope, body.targets);
    const span = spanOf(body);
    const byKind = Map.groupBy(targets, ({ kind }) => kind);
    for (const kind of byKind.keys())
      for (const [index, metric] of body.metrics.entries()) requireMetric(kind, metric, `metrics.${index}`);
    const answers = new Map<MetricScope, SeriesAnswer>();
    for (const [scope, some] of byKind) {
      const ids = [...new Set(some.map(({ id }) => id))];
      const metrics = [...new Set(body.metrics)];
      const { maxPoints } = body;
      answers.set(scope, await metricStore.series({ scope, ids, metrics, maxPoints, ...span }));
    }
    const [grid] = answers.values();
    if (!grid) throw new AppError('missingParameter', { field: 'targets' });
    return {
      serverTime: now.toISOString(),
      start: new Date(grid.startMs).toISOString(),
      stepMs: grid.stepMs,
      pointCnt: grid.pointCnt,
      seriesList: targets.flatMap((target) => seriesOf(target, answers.get(target.kind))),
    };
  },

  /** Deleted objects count for the time they existed. */
  async queryTop({ db, live, metricStore, scope, now, body }) {
    const { kind, metric, limit } = body;
    const serverTime = now.toISOString();
    requireMetric(kind, metric, 'metric');
    const span = spanOf(body);
    const hostIds = live.hostIds(new Set(scope.selected));
    const wanted = body.hostIdList
      ? new Set(body.hostIdList.filter((hostId) => hostIds.has(hostId)))
      : hostIds;
    const deleted = await listDeletedSince(db, wanted, body, span.fromMs, MAX_DELETED + 1);
    const isTruncated = deleted.length > MAX_DELETED;
    const ids = [...existingIds(live, wanted, body, now), ...deleted.slice(0, MAX_DELETED)];
    if (ids.length === 0) return { serverTime, isTruncated, list: [] };
    const rows = await metricStore.top({ scope: kind, metric, ids, limit, ...span });
    const topIds = rows.map(({ id }) => id);
    const named = await findNames(db, topIds);
    const list = rows.flatMap(({ id, avg }) => {
      const found = named.get(id);
      if (!found) return [];
      const { hostId, clusterName, name, namespace } = found;
      return [{ kind, id, hostId, clusterName, name, namespace, value: avg }];
    });
    return { serverTime, isTruncated, list };
  },
} satisfies Routes<{ live: LiveState; metricStore: MetricStore }>;

type Wanted = BodyOf<typeof querySeries>['targets'][number];
type SeriesTarget = Wanted & { readonly name: string };

/** A longer span makes no useful chart, and the store keeps nothing older. */
const MAX_SPAN_MS = 400 * 86_400_000;

function spanOf(body: { readonly from: string; readonly to: string }) {
  const span = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
  if (span.toMs <= span.fromMs) throw new AppError('invalidParameter', { field: 'to', reason: 'beforeFrom' });
  if (span.toMs - span.fromMs > MAX_SPAN_MS)
    throw new AppError('invalidParameter', { field: 'from', reason: 'tooLong' });
  if (span.fromMs < 0) throw new AppError('invalidParameter', { field: 'from', reason: 'tooEarly' });
  return span;
}

function requireMetric(kind: MetricScope, metric: string, field: string): void {
  if (!Object.hasOwn(metricCatalogue(kind), metric))
    throw new AppError('invalidParameter', { field, reason: `${kind} has no ${metric}` });
}

function seriesOf({ kind, id, name }: SeriesTarget, answer: SeriesAnswer | undefined) {
  return (answer?.series ?? [])
    .filter((series) => series.id === id)
    .map(({ avg, min, max, metric }) => {
      return { kind, id, name, metric, avg: [...avg], min: [...min], max: [...max] };
    });
}

/** Every target with its name, in request order. An absent or hidden target is answered with 8003. */
async function findTargets(db: Db, scope: Scope, wanted: readonly Wanted[]): Promise<SeriesTarget[]> {
  const known = new Map<string, { name: string; subGroupId: number }>();
  const hostIds = idsOf(wanted, (kind) => kind === 'cluster');
  const objectIds = idsOf(wanted, (kind) => kind !== 'cluster');
  if (hostIds.length > 0)
    for (const row of await listClusters(db, hostIds)) known.set(`cluster ${row.id}`, row);
  if (objectIds.length > 0)
    for (const row of await listObjects(db, objectIds)) known.set(`${row.kind} ${row.id}`, row);
  return wanted.map(({ kind, id }, index) => {
    const found = known.get(`${kind} ${id}`);
    const detail = { field: `targets.${index}.id` };
    if (!found) throw new AppError('notFound', detail);
    if (!scope.allowed.has(found.subGroupId)) throw new HiddenObject(kind, id, detail);
    return { kind, id, name: found.name };
  });
}

function idsOf(wanted: readonly Wanted[], isWanted: (kind: MetricScope) => boolean): number[] {
  return [...new Set(wanted.filter(({ kind }) => isWanted(kind)).map(({ id }) => id))];
}

/** Reads the ids from the live state: the database would have to read every object of all clusters. */
function existingIds(
  live: LiveState,
  hostIds: ReadonlySet<number>,
  body: BodyOf<typeof queryTop>,
  now: Date,
): number[] {
  const { kind, nodeId, namespace } = body;
  const { columns, idName } = kinds[kind];
  const filter = {
    ...(namespace === undefined ? {} : { namespace: [namespace] }),
    ...(nodeId === undefined ? {} : { nodeId: NodeId.parse(nodeId) }),
  };
  // A kind without the column has no objects on a node or in a namespace.
  const isIn = Object.keys(filter).every((key) => key in columns && key !== idName);
  return isIn ? live.ids(kind, { hostIds, filter, nowMs: now.getTime() }) : [];
}
