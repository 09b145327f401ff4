import type { Database, Db } from '@gwanje/backend/database/schema';
import { BOARDS_TYPE } from '@gwanje/contract/dashboard/wallboards';
import { namedBoards } from '@gwanje/domain/dashboard/options';
import type { Insertable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { countRows } from '../../platform/store/list-repository.ts';
import { insertRow } from '../../platform/store/row-repository.ts';

interface NewKey extends Insertable<Database['wallboardKey']> {
  readonly subGroupIds: readonly number[];
}

export function countOpenKeys(db: Db, userNo: number): Promise<number> {
  return countRows(
    db,
    db.selectFrom('wallboardKey').where('userNo', '=', userNo).where('revokedAt', 'is', null),
  );
}

/** Newest first. */
export async function listWallboardKeys(db: Db, userNo: number | undefined) {
  let query = db
    .selectFrom('wallboardKey')
    .innerJoin('userAccount', 'userAccount.userNo', 'wallboardKey.userNo')
    .leftJoin('viewOption', (join) =>
      join.onRef('viewOption.userNo', '=', 'wallboardKey.userNo').on('viewOption.type', '=', BOARDS_TYPE),
    )
    .select(['wallboardKey.wallboardKeyId', 'wallboardKey.name', 'wallboardKey.prefix'])
    .select(['wallboardKey.userNo', 'userAccount.userId', 'wallboardKey.boardIds', 'wallboardKey.createdAt'])
    .select(['wallboardKey.lastSeenAt', 'wallboardKey.lastSeenFrom', 'wallboardKey.revokedAt'])
    .select('viewOption.value as saved')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('wallboardKeyGroup')
          .innerJoin('subGroup', 'subGroup.subGroupId', 'wallboardKeyGroup.subGroupId')
          .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
          .select(['subGroup.subGroupId as id', 'subGroup.name', 'metaGroup.name as meta'])
          .whereRef('wallboardKeyGroup.wallboardKeyId', '=', 'wallboardKey.wallboardKeyId')
          .orderBy('metaGroup.nameKey')
          .orderBy('subGroup.nameKey'),
      ).as('groups'),
    )
    // The save call accepts only objects.
    .$narrowType<{ saved: Record<string, unknown> | null }>()
    .orderBy('wallboardKey.wallboardKeyId', 'desc');
  if (userNo !== undefined) query = query.where('wallboardKey.userNo', '=', userNo);
  const rows = await query.execute();
  return rows.map(({ groups, boardIds, saved, ...row }) => ({
    ...withIsoTimes(row),
    subGroupList: groups.map(({ id, name, meta }) => ({ subGroupId: id, name, metaGroupName: meta })),
    boardList: namedBoards(saved ?? undefined).filter(({ id }) => boardIds.includes(id)),
  }));
}

export async function insertWallboardKey(db: Db, { subGroupIds, ...row }: NewKey): Promise<number> {
  const wallboardKeyId = await insertRow(db, 'wallboardKey', row);
  const links = subGroupIds.map((subGroupId) => ({ wallboardKeyId, subGroupId }));
  await db.insertInto('wallboardKeyGroup').values(links).execute();
  return wallboardKeyId;
}
