import type { Database, Db } from '@gwanje/backend/database/schema';
import type { Insertable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { insertRow } from '../../platform/store/row-repository.ts';

interface NewToken extends Omit<Insertable<Database['accessToken']>, 'isLimited'> {
  /** Empty: not limited. */
  readonly metaGroupIds: readonly number[];
}

/** Newest first; with `openAt` only those still valid at that time. */
export async function listAccessTokens(db: Db, userNo: number | undefined, openAt?: Date) {
  let query = db
    .selectFrom('accessToken')
    .innerJoin('userAccount', 'userAccount.userNo', 'accessToken.userNo')
    .select(['accessToken.accessTokenId', 'accessToken.name', 'accessToken.prefix', 'accessToken.role'])
    .select(['accessToken.userNo', 'userAccount.userId', 'accessToken.isLimited', 'accessToken.createdAt'])
    .select(['accessToken.expiresAt', 'accessToken.lastUsedAt', 'accessToken.lastUsedFrom', 'revokedAt'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('accessTokenGroup')
          .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'accessTokenGroup.metaGroupId')
          .select(['metaGroup.metaGroupId as id', 'metaGroup.name'])
          .whereRef('accessTokenGroup.accessTokenId', '=', 'accessToken.accessTokenId')
          .orderBy('metaGroup.nameKey'),
      ).as('groups'),
    )
    .orderBy('accessToken.accessTokenId', 'desc');
  if (userNo !== undefined) query = query.where('accessToken.userNo', '=', userNo);
  if (openAt !== undefined) query = query.where('revokedAt', 'is', null).where('expiresAt', '>', openAt);
  const rows = await query.execute();
  return rows.map(({ isLimited, groups, ...row }) => ({
    ...withIsoTimes(row),
    metaGroupList: isLimited ? groups.map(({ id, name }) => ({ metaGroupId: id, name })) : null,
  }));
}

export async function insertAccessToken(db: Db, { metaGroupIds, ...row }: NewToken): Promise<number> {
  const accessTokenId = await insertRow(db, 'accessToken', { ...row, isLimited: metaGroupIds.length > 0 });
  const links = metaGroupIds.map((metaGroupId) => ({ accessTokenId, metaGroupId }));
  if (links.length > 0) await db.insertInto('accessTokenGroup').values(links).execute();
  return accessTokenId;
}
