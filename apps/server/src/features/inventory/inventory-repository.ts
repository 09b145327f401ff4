import type { Db } from '@gwanje/backend/database/schema';
import { StateChange } from '@gwanje/contract/objects/object-calls';
import { type DetailKind, type ExcludableKind, recordKindsOf } from '@gwanje/kinds/registry';
import { type SqlBool, sql } from 'kysely';
import { requireSeen } from '../../access/targets.ts';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';

const CHANGES_SHOWN = 200;
const SAME_NAMES_SHOWN = 100;
const Changes = StateChange.shape.changes;

/** Finds an object by id, existing or deleted. An object of another kind does not count. */
export async function findSeenObject(db: Db, viewer: Viewer, kind: DetailKind, objectId: number) {
  const row = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .leftJoin('object as parent', 'parent.objectId', 'object.parentId')
    .select(['object.objectId', 'object.hostId', 'object.uid', 'object.name', 'object.namespace'])
    .select(['object.parentId', 'object.deletedAt'])
    .select(sql<unknown>`coalesce(object.record, parent.record)`.as('record'))
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('object.objectId', '=', objectId)
    .where('object.kind', 'in', kind === 'container' ? [kind] : recordKindsOf(kind))
    .executeTakeFirst();
  return requireSeen(kind, objectId, row);
}

export type SeenObject = Awaited<ReturnType<typeof findSeenObject>>;

/** Newest first. */
export function listChanges(db: Db, objectId: number) {
  return changesWhere(db, objectId, sql<SqlBool>`true`);
}

/** Changes of the pod that concern this container, including the pod's creation and deletion. */
export async function listContainerChanges(db: Db, podId: number, name: string) {
  const prefix = `${name}.`;
  const isItsOwn = sql<SqlBool>`exists (
    select 1 from json_array_elements(changes) one
    where starts_with(one ->> 'what', ${prefix}) or one ->> 'what' in ('created', 'deleted'))`;
  const rows = await changesWhere(db, podId, isItsOwn);
  return rows.map(({ at, changes }) => ({
    at,
    changes: changes.flatMap(({ what, from, to }) => {
      if (what === 'created') return [{ what, from: null, to: name }];
      if (what === 'deleted') return [{ what, from: name, to: null }];
      return what.startsWith(prefix) ? [{ what: what.slice(prefix.length), from, to }] : [];
    }),
  }));
}

async function changesWhere(db: Db, objectId: number, condition: ReturnType<typeof sql<SqlBool>>) {
  const rows = await db
    .selectFrom('objectChange')
    .select(['at', 'changes'])
    .where('objectId', '=', objectId)
    .where(condition)
    .orderBy('at', 'desc')
    .orderBy('changeId', 'desc')
    .limit(CHANGES_SHOWN)
    .execute();
  return rows.map(({ at, changes }) => ({ at: at.toISOString(), changes: Changes.parse(changes) }));
}

/** Other nodes of the same name, newest first. */
export async function listNamesakes(db: Db, { hostId, objectId, name }: SeenObject): Promise<number[]> {
  const rows = await db
    .selectFrom('object')
    .select('objectId')
    .where('hostId', '=', hostId)
    .where('kind', '=', 'node')
    .where('name', '=', name)
    .where('objectId', '<>', objectId)
    .orderBy('objectId', 'desc')
    .limit(SAME_NAMES_SHOWN)
    .execute();
  return rows.map((row) => row.objectId);
}

/** Finds claims by name: the existing one, otherwise the one deleted last. */
export async function findClaims(
  db: Db,
  { hostId, namespace }: SeenObject,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('object')
    .distinctOn('name')
    .select(['name', 'objectId'])
    .where('hostId', '=', hostId)
    .where('kind', '=', 'claim')
    .where('namespace', '=', namespace)
    .where(sql<boolean>`name = any(${[...names]}::text[])`)
    .orderBy('name')
    .orderBy(sql`deleted_at desc nulls first`)
    .orderBy('objectId', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.name, row.objectId]));
}

/** Locks in the order of the ids, so that two calls never deadlock. */
export async function lockObjects(
  db: Db,
  viewer: Viewer,
  kind: ExcludableKind,
  objectIds: readonly number[],
) {
  const rows = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select([
      'object.objectId',
      'object.hostId',
      'object.name',
      'object.isMonitored',
      'metaGroup.ownerUserNo',
    ])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where(sql<boolean>`object.object_id = any(${[...objectIds]}::int[])`)
    .where('object.kind', 'in', recordKindsOf(kind))
    .orderBy('object.objectId')
    .forUpdate('object')
    .execute();
  return new Map(rows.map((row) => [row.objectId, row]));
}

export async function setMonitored(
  db: Db,
  objectIds: readonly number[],
  isMonitored: boolean,
): Promise<void> {
  await db
    .updateTable('object')
    .set({ isMonitored })
    .where(sql<boolean>`object_id = any(${[...objectIds]}::int[])`)
    .execute();
}
