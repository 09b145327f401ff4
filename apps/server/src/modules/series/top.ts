import type { Database } from '@gwanje/backend/database/schema';
import type { BodyOf } from '@gwanje/contract/endpoint';
import { HostId, ObjectId } from '@gwanje/contract/ids';
import type { queryTop } from '@gwanje/contract/series';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { type Kysely, sql } from 'kysely';
import { requireMetric, spanOf } from './series.ts';

type Db = Kysely<Database>;
type Body = BodyOf<typeof queryTop>;

/** Objects that are gone count for the time they were there. */
export async function readTop(db: Db, store: MetricStore, hostIds: ReadonlySet<number>, body: Body) {
  requireMetric(body.kind, body.metric, 'metric');
  const span = spanOf(body);
  const hosts = body.hostIdList ? body.hostIdList.filter((hostId) => hostIds.has(hostId)) : [...hostIds];
  const ids = await objectsIn(db, hosts, body, new Date(span.fromMs));
  if (ids.length === 0) return [];
  const rows = await store.top({ scope: body.kind, metric: body.metric, ids, limit: body.limit, ...span });
  const named = await namesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, avg }) => {
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
}

async function objectsIn(db: Db, hostIds: readonly number[], body: Body, from: Date): Promise<number[]> {
  let query = db
    .selectFrom('object')
    .leftJoin('object as pod', 'pod.objectId', 'object.parentId')
    .select('object.objectId')
    .where(sql<boolean>`object.host_id = any(${[...hostIds]}::int[])`)
    .where('object.kind', '=', body.kind)
    .where((eb) => eb.or([eb('object.deletedAt', 'is', null), eb('object.deletedAt', '>', from)]));
  if (body.nodeId !== undefined)
    query = query.where(sql<boolean>`coalesce(object.node_id, pod.node_id) = ${body.nodeId}`);
  if (body.namespace !== undefined)
    query = query.where(sql<boolean>`coalesce(object.namespace, pod.namespace) = ${body.namespace}`);
  const rows = await query.execute();
  return rows.map((row) => row.objectId);
}

async function namesOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .leftJoin('object as pod', 'pod.objectId', 'object.parentId')
    .select(['object.objectId', 'object.hostId', 'cluster.name as clusterName', 'object.name'])
    .select(sql<string | null>`coalesce(object.namespace, pod.namespace)`.as('namespace'))
    .where(sql<boolean>`object.object_id = any(${[...ids]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.objectId, row]));
}
