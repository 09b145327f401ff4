import type { Db } from '@gwanje/backend/database/schema';
import { type RecordKind, recordKindsOf } from '@gwanje/kinds/registry';
import { sql } from 'kysely';
import { requireSeen } from '../../access/targets.ts';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';

/** More lives than a workload has that people create by hand. */
const MAX_LIVES = 50;
/** The newest steps of the rollouts; a workload has a few for each rollout. */
const MAX_STEPS = 20_000;

function ms(column: string) {
  return sql<number | null>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}

/** Kubernetes cuts the name of an owner to this length before it adds a suffix for a pod. */
const MAX_PREFIX = 58;

/** The beginning of the names of everything that a workload creates. */
function prefixOf(name: string): string {
  return `${name}-`.slice(0, MAX_PREFIX);
}

/** Finds a workload by id, existing or deleted. */
export async function findSeenWorkload(db: Db, viewer: Viewer, workloadId: number) {
  const row = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .select(['object.objectId', 'object.hostId', 'object.kind', 'object.name'])
    .select(sql<string>`object.namespace`.as('namespace'))
    .select('object.state')
    .select(ms('object.first_seen_at').as('firstSeenMs'))
    .select(ms('object.deleted_at').as('deletedMs'))
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('object.objectId', '=', workloadId)
    .where('object.kind', 'in', recordKindsOf('workload'))
    .executeTakeFirst();
  return requireSeen('workload', workloadId, row);
}

export type SeenWorkload = Awaited<ReturnType<typeof findSeenWorkload>>;

/** The workload and those that were deleted before it under the same name, oldest first. */
export async function listLives(db: Db, { hostId, kind, namespace, name }: SeenWorkload) {
  const rows = await db
    .selectFrom('object')
    .select(['objectId', 'uid'])
    .select(ms('created_at').as('createdMs'))
    .select(ms('first_seen_at').as('firstSeenMs'))
    .where('hostId', '=', hostId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('namespace', '=', namespace)
    .orderBy('objectId', 'desc')
    .limit(MAX_LIVES)
    .execute();
  return rows.reverse();
}

/**
 * The changes that concern rollouts, and the first change that is stored of each object, oldest first. Retention keeps that
 * one as the state at the start of the history.
 */
export async function listRolloutChanges(db: Db, objectIds: readonly number[]) {
  const { rows } = await sql<{ objectId: number; atMs: number; what: string | null; state: unknown }>`
    select object_id, ${ms('at')} as at_ms, changes -> 0 ->> 'what' as what, state from object_change c
    where object_id = any(${[...objectIds]}::int[]) and (
      exists (select 1 from json_array_elements(changes) one
        where one ->> 'what' in ('created', 'deleted', 'images', 'revision', 'revisionName', 'rolloutPhase'))
      or not exists (select 1 from object_change e
        where e.object_id = c.object_id and (e.at, e.change_id) < (c.at, c.change_id)))
    order by at desc, change_id desc limit ${MAX_STEPS}`.execute(db);
  return rows.reverse();
}

/** Replica sets or controller revisions of a workload, also those that Kubernetes has dropped. */
export async function listTemplates(db: Db, { hostId, namespace, name }: SeenWorkload, kind: RecordKind) {
  const { rows } = await sql<{ record: unknown; deletedMs: number | null }>`
    select record, ${ms('deleted_at')} as deleted_ms from object
    where host_id = ${hostId} and kind = ${kind} and starts_with(name, ${`${name}-`}) and namespace = ${namespace}
      and record -> 'owner' ->> 'name' = ${name}`.execute(db);
  return rows;
}

/** The states of a workload from `from` on, and the one before it, oldest first. */
export async function listCountChanges(db: Db, objectId: number, from: Date, to: Date, limit: number) {
  const { rows } = await sql<{ atMs: number; what: string | null; state: unknown }>`
    select at_ms, what, state from (
      (select at, change_id, ${ms('at')} as at_ms, changes -> 0 ->> 'what' as what, state from object_change
        where object_id = ${objectId} and at > ${from} and at <= ${to}
        order by at desc, change_id desc limit ${limit})
      union all
      (select at, change_id, ${ms('at')} as at_ms, changes -> 0 ->> 'what' as what, state from object_change
        where object_id = ${objectId} and at <= ${from} order by at desc, change_id desc limit 1)
    ) one order by at, change_id`.execute(db);
  return rows;
}

export interface PodLife {
  readonly objectId: number;
  readonly state: unknown;
  readonly fromMs: number;
  /** When it finished or was deleted, whichever came first. */
  readonly toMs: number | null;
}

/** The pods that a workload had on nodes in a time, those deleted last first. */
export async function listPodLives(
  db: Db,
  { hostId, namespace, name }: SeenWorkload,
  owner: { readonly kind: string; readonly name: string },
  from: Date,
  to: Date,
  limit: number,
): Promise<PodLife[]> {
  const { rows } = await sql<PodLife>`
    select object_id, state, ${ms('placed_at')} as from_ms,
      least(${ms('deleted_at')}, case when state ->> 'phase' in ('Succeeded', 'Failed') then
        (select min(${ms('c.at')}) from object_change c
          where c.object_id = object.object_id and c.state ->> 'phase' in ('Succeeded', 'Failed'))
      end) as to_ms
    from object
    where host_id = ${hostId} and kind = 'pod' and starts_with(name, ${prefixOf(name)}) and namespace = ${namespace}
      and placed_at <= ${to} and (deleted_at is null or deleted_at > ${from})
      and state ->> 'ownerKind' = ${owner.kind} and state ->> 'ownerName' = ${owner.name}
    order by deleted_at desc nulls first, object_id desc limit ${limit}`.execute(db);
  return rows;
}

/** The jobs of a cron job that existed in a time, also deleted ones, newest first. */
export async function listJobs(
  db: Db,
  { hostId, namespace, name }: SeenWorkload,
  from: Date,
  to: Date,
  limit: number,
) {
  const { rows } = await sql<{
    objectId: number;
    name: string;
    createdMs: number;
    deletedMs: number | null;
    state: unknown;
  }>`
    select object_id, name, coalesce(${ms('created_at')}, ${ms('first_seen_at')}) as created_ms,
      ${ms('deleted_at')} as deleted_ms, state from object
    where host_id = ${hostId} and kind = 'job' and starts_with(name, ${prefixOf(name)}) and namespace = ${namespace}
      and state ->> 'ownerKind' = 'CronJob' and state ->> 'ownerName' = ${name}
      and coalesce(created_at, first_seen_at) <= ${to} and (deleted_at is null or deleted_at > ${from})
    order by coalesce(created_at, first_seen_at) desc limit ${limit}`.execute(db);
  return rows;
}

/** The stored states of a cron job that changed its schedule or suspension, oldest first. */
export async function listScheduleChanges(db: Db, objectId: number) {
  const { rows } = await sql<{ atMs: number; state: unknown }>`
    select ${ms('at')} as at_ms, state from object_change c
    where object_id = ${objectId} and (
      exists (select 1 from json_array_elements(changes) one
        where one ->> 'what' in ('created', 'schedule', 'isSuspended', 'timeZone'))
      or not exists (select 1 from object_change e
        where e.object_id = c.object_id and (e.at, e.change_id) < (c.at, c.change_id)))
    order by at desc, change_id desc limit 1000`.execute(db);
  return rows.reverse();
}
