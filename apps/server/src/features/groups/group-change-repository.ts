import type { Db } from '@gwanje/backend/database/schema';
import { nameKey } from '@gwanje/contract/definition/names';

export async function insertMetaGroup(
  db: Db,
  group: { readonly name: string; readonly ownerUserNo: number; readonly now: Date },
): Promise<number> {
  const row = await db
    .insertInto('metaGroup')
    .values({
      name: group.name,
      nameKey: nameKey(group.name),
      ownerUserNo: group.ownerUserNo,
      createdAt: group.now,
      updatedAt: group.now,
    })
    .returning('metaGroupId')
    .executeTakeFirstOrThrow();
  return row.metaGroupId;
}

export async function updateMetaGroup(
  db: Db,
  metaGroupId: number,
  change: { readonly name: string; readonly ownerUserNo: number | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('metaGroup')
    .set({
      name: change.name,
      nameKey: nameKey(change.name),
      ownerUserNo: change.ownerUserNo,
      updatedAt: now,
    })
    .where('metaGroupId', '=', metaGroupId)
    .execute();
}

export async function deleteMetaGroup(db: Db, metaGroupId: number): Promise<void> {
  await db.deleteFrom('metaGroup').where('metaGroupId', '=', metaGroupId).execute();
}

export async function countSubGroupsOf(db: Db, metaGroupId: number): Promise<number> {
  const row = await db
    .selectFrom('subGroup')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('metaGroupId', '=', metaGroupId)
    .executeTakeFirstOrThrow();
  return row.cnt;
}

export async function insertSubGroup(
  db: Db,
  group: { readonly metaGroupId: number; readonly name: string; readonly now: Date },
): Promise<number> {
  const row = await db
    .insertInto('subGroup')
    .values({
      metaGroupId: group.metaGroupId,
      name: group.name,
      nameKey: nameKey(group.name),
      createdAt: group.now,
      updatedAt: group.now,
    })
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

export function countClustersOf(db: Db, subGroupIds: readonly number[]) {
  return db
    .selectFrom('cluster')
    .select((eb) => ['subGroupId', eb.fn.countAll<number>().as('clusterCnt')])
    .where('subGroupId', 'in', subGroupIds)
    .groupBy('subGroupId')
    .orderBy('subGroupId')
    .execute();
}
