import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { HostId, NodeId, ObjectId } from '@gwanje/contract/definition/ids';
import type { queryTop } from '@gwanje/kinds/calls/series';
import { kinds } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { MAX_DELETED } from '../../history/deleted-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Call } from '../../platform/http/call.ts';
import { requireMetric, spanOf } from './series.ts';
import { findNames, listDeletedSince } from './series-repository.ts';

type Body = BodyOf<typeof queryTop>;
type TopCall = Pick<Call, 'db' | 'scope' | 'now'> & {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
};

/** Deleted objects count for the time they existed. */
export async function readTop({ db, live, metricStore, scope, now }: TopCall, body: Body) {
  requireMetric(body.kind, body.metric, 'metric');
  const span = spanOf(body);
  const hostIds = live.hostIds(new Set(scope.selected));
  const wanted = body.hostIdList ? new Set(body.hostIdList.filter((hostId) => hostIds.has(hostId))) : hostIds;
  const deleted = await listDeletedSince(db, wanted, body, span.fromMs, MAX_DELETED + 1);
  const isTruncated = deleted.length > MAX_DELETED;
  const ids = [...livingIn(live, wanted, body, now), ...deleted.slice(0, MAX_DELETED)];
  if (ids.length === 0) return { isTruncated, list: [] };
  const rows = await metricStore.top({
    scope: body.kind,
    metric: body.metric,
    ids,
    limit: body.limit,
    ...span,
  });
  const named = await findNames(
    db,
    rows.map(({ id }) => id),
  );
  const list = rows.flatMap(({ id, avg }) => {
    const found = named.get(id);
    if (!found) return [];
    const { hostId, clusterName, name, namespace } = found;
    return [
      {
        kind: body.kind,
        id: ObjectId.parse(id),
        hostId: HostId.parse(hostId),
        clusterName,
        name,
        namespace,
        value: avg,
      },
    ];
  });
  return { isTruncated, list };
}

/** Memory holds these ids: the database would have to read every object of all clusters. */
function livingIn(live: LiveState, hostIds: ReadonlySet<number>, body: Body, now: Date): number[] {
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
