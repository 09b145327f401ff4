import type { Database, Db } from '@gwanje/backend/database/schema';
import { nameKey } from '@gwanje/contract/definition/names';
import type { Selectable } from 'kysely';

type MetaGroup = Pick<Selectable<Database['metaGroup']>, 'name' | 'ownerUserNo'>;

export async function insertMetaGroup(db: Db, group: MetaGroup, now: Date): Promise<number> {
  const row = await db
    .insertInto('metaGroup')
    .values({ ...group, nameKey: nameKey(group.name), createdAt: now, updatedAt: now })
    .returning('metaGroupId')
    .executeTakeFirstOrThrow();
  return row.metaGroupId;
}

export async function updateMetaGroup(
  db: Db,
  metaGroupId: number,
  group: MetaGroup,
  now: Date,
): Promise<void> {
  await db
    .updateTable('metaGroup')
    .set({ ...group, nameKey: nameKey(group.name), updatedAt: now })
    .where('metaGroupId', '=', metaGroupId)
    .execute();
}

export async function deleteMetaGroup(db: Db, metaGroupId: number): Promise<void> {
  await db.deleteFrom('metaGroup').where('metaGroupId', '=', metaGroupId).execute();
}

export async function insertSubGroup(
  db: Db,
  group: Pick<Selectable<Database['subGroup']>, 'metaGroupId' | 'name'>,
  now: Date,
): Promise<number> {
  const row = await db
    .insertInto('subGroup')
    .values({ ...group, nameKey: nameKey(group.name), createdAt: now, updatedAt: now })
    .returning('subGroupId')
    .executeTakeFirstOrThrow();
  return row.subGroupId;
}

export async function renameSubGroup(db: Db, subGroupId: number, name: string, now: Date): Promise<void> {
  await db
    .updateTable('subGroup')
    .set({ name, nameKey: nameKey(name), updatedAt: now })
    .where('subGroupId', '=', subGroupId)
    .execute();
}

export async function moveSubGroup(
  db: Db,
  subGroupId: number,
  metaGroupId: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('subGroup')
    .set({ metaGroupId, updatedAt: now })
    .where('subGroupId', '=', subGroupId)
    .execute();
}

export async function deleteSubGroups(db: Db, subGroupIds: readonly number[]): Promise<void> {
  await db.deleteFrom('subGroup').where('subGroupId', 'in', subGroupIds).execute();
}
