import type { Db } from '@gwanje/backend/database/schema';
import { recordKindsOf } from '@gwanje/kinds/registry';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { concernsCluster, type Subject, SYSTEM_NAMESPACE } from '../subject/subject.ts';

/*
 * Changes and events around an object. Every read is bounded by a time range and a number of rows, and served by an
 * index.
 */

export interface StateRow {
  readonly objectId: number;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | null;
  readonly atMs: number;
  readonly changes: unknown;
  readonly createdMs: number | null;
  readonly ownerName: string | null;
  readonly desiredCnt: number | null;
  readonly updatedCnt: number | null;
}

/** Changes of these fields are read by rules. The others, such as counts of ready pods, are far more. */
const FIELDS = [
  'created',
  'deleted',
  'images',
  'desiredCnt',
  'revision',
  'revisionName',
  'schedule',
  'isSuspended',
  'isSchedulable',
  'condition',
  'kubeletVersion',
  'phase',
  'usedPercent',
];
const IN_CONTAINERS = ['image', 'cpuRequestCores', 'cpuLimitCores', 'memRequestBytes', 'memLimitBytes'];
const INTERESTING = `"what":"(${FIELDS.join('|')}|[^"]*[.](${IN_CONTAINERS.join('|')}))"`;

const STATE_COLUMNS = sql`o.object_id, o.kind, o.name, o.namespace, c.changes,
  (extract(epoch from c.at) * 1000)::float8 as at_ms,
  (extract(epoch from o.created_at) * 1000)::float8 as created_ms,
  c.state ->> 'ownerName' as owner_name, (c.state ->> 'desiredCnt')::float8 as desired_cnt,
  (c.state ->> 'updatedCnt')::float8 as updated_cnt`;

const MAX_ROWS = 2000;

interface Range {
  readonly from: Date;
  readonly to: Date;
}

/** The changes of the objects with these ids, the newest first. */
export async function listStatesOf(db: Db, objectIds: readonly number[], range: Range): Promise<StateRow[]> {
  if (objectIds.length === 0) return [];
  return await readStates(db, sql<SqlBool>`o.object_id = any(${[...objectIds]}::int[])`, range);
}

/** The changes of nodes, namespaces, workloads, claims and quotas that can matter to the subject. */
export async function listStatesAround(db: Db, subject: Subject, range: Range): Promise<StateRow[]> {
  const { hostId, namespace } = subject;
  const ofNodes = sql<SqlBool>`o.kind = any(${[...recordKindsOf('node')]}::text[])`;
  const namespaces = sql<SqlBool>`(o.kind = any(${[...recordKindsOf('namespace')]}::text[]) and o.name = ${namespace})`;
  const namespaced = [...recordKindsOf('workload'), ...recordKindsOf('claim'), ...recordKindsOf('quota')];
  const near = concernsCluster(subject)
    ? sql<SqlBool>`o.kind = any(${namespaced}::text[])`
    : sql<SqlBool>`(o.kind = any(${namespaced}::text[]) and o.namespace in (${namespace}, ${SYSTEM_NAMESPACE}))`;
  const kinds = [...recordKindsOf('node'), ...recordKindsOf('namespace'), ...namespaced];
  const condition = sql<SqlBool>`o.host_id = ${hostId} and o.kind = any(${kinds}::text[])
    and (o.deleted_at is null or o.deleted_at >= ${range.from})
    and (${ofNodes} or ${namespaces} or ${near})`;
  return await readStates(db, condition, range);
}

async function readStates(db: Db, condition: RawBuilder<SqlBool>, { from, to }: Range): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select ${STATE_COLUMNS} from object o
    join object_change c on c.object_id = o.object_id and c.at > ${from} and c.at <= ${to}
    where ${condition} and c.changes::text ~ ${INTERESTING}
    order by c.at desc, c.change_id desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

export interface EventRow {
  readonly objectId: number | null;
  readonly objectKind: string;
  readonly objectName: string;
  readonly objectNamespace: string | null;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Warnings, and the other events that rules read, the newest first. Only of namespaces that can matter. */
export async function listEvents(db: Db, subject: Subject, { from, to }: Range): Promise<EventRow[]> {
  let query = db
    .selectFrom('event')
    .select(['objectId', 'objectKind', 'objectName', 'objectNamespace', 'type', 'reason', 'message'])
    .select(['count', 'firstAt', 'lastAt'])
    .where('hostId', '=', subject.hostId)
    .where('lastAt', '>', from)
    .where('firstAt', '<=', to)
    .where((eb) =>
      eb.or([eb('type', '!=', 'Normal'), eb('reason', 'in', ['Rebooted', 'SuccessfulRescale'])]),
    );
  if (!concernsCluster(subject))
    query = query.where((eb) =>
      eb.or([
        eb('objectKind', '=', 'Node'),
        eb('objectNamespace', 'in', [subject.namespace ?? SYSTEM_NAMESPACE, SYSTEM_NAMESPACE]),
      ]),
    );
  return await query.orderBy('lastAt', 'desc').limit(MAX_ROWS).execute();
}

const MAX_NEIGHBOURS = 300;

/** The pods that were on a node in the range. */
export async function listPodsOnNode(db: Db, nodeId: number, { from, to }: Range) {
  return await db
    .selectFrom('object')
    .select(['objectId', 'name', 'namespace', 'placedAt'])
    .select(sql<string | null>`state ->> 'ownerName'`.as('ownerName'))
    .where('nodeId', '=', nodeId)
    .where('placedAt', '<=', to)
    .where((eb) => eb.or([eb('deletedAt', 'is', null), eb('deletedAt', '>=', from)]))
    .where('kind', '=', 'pod')
    .orderBy('placedAt', 'desc')
    .limit(MAX_NEIGHBOURS)
    .execute();
}

/** The agents of a cluster that began to send another version in the range, with the version before. */
export async function listAgentVersions(db: Db, hostId: number, { from, to }: Range) {
  const { rows } = await sql<{ version: string; before: string; atMs: number; agentCnt: number }>`
    select version, before, (extract(epoch from min(version_at)) * 1000)::float8 as at_ms, count(*)::int as agent_cnt
    from (
      select a.version, a.version_at,
        coalesce(a.previous_version, (
          -- A new pod has a new agent. It follows the one of its role that sent last before it.
          select b.version from agent b
          where b.host_id = a.host_id and b.role = a.role and b.agent_id <> a.agent_id and b.version_at < a.version_at
          order by b.last_batch_at desc limit 1)) as before
      from agent a
      where a.host_id = ${hostId} and a.version_at > ${from} and a.version_at <= ${to}) changed
    where before <> version
    group by version, before
    order by at_ms`.execute(db);
  return rows;
}

export async function findClusterName(db: Db, hostId: number): Promise<string | null> {
  const row = await db.selectFrom('cluster').select('name').where('hostId', '=', hostId).executeTakeFirst();
  return row?.name ?? null;
}

/** Names of objects, and what nodes can allocate. */
export async function listNamed(db: Db, objectIds: readonly number[]) {
  const { rows } = await sql<{
    objectId: number;
    kind: string;
    name: string;
    namespace: string | null;
    cpuAllocatableCores: number | null;
    memAllocatableBytes: number | null;
  }>`select object_id, kind, name, namespace, (state ->> 'cpuAllocatableCores')::float8 as cpu_allocatable_cores,
      (state ->> 'memAllocatableBytes')::float8 as mem_allocatable_bytes
    from object where object_id = any(${[...objectIds]}::int[])`.execute(db);
  return rows;
}
