import type { Database } from '@gwanje/backend/database/schema';
import { nameKey, type Role, type UserStatus } from '@gwanje/contract/definition/fields';
import type { Kysely } from 'kysely';
import { clusterTokens } from '../pipeline/receive/tokens/cluster-token.ts';
import { accessTokens, wallboardKeys } from '../platform/http/identity/credentials.ts';
import { uniqueName } from './test-app.ts';

type Db = Kysely<Database>;

/* Inserts rows directly, without the rules of the calls, as preconditions of a test. */

export async function addUser(
  db: Db,
  user: { userId?: string; role?: Role; isKeyUser?: boolean; status?: UserStatus } = {},
): Promise<{ userNo: number; userId: string }> {
  const userId = user.userId ?? uniqueName('user');
  const { userNo } = await db
    .insertInto('userAccount')
    .values({
      userId,
      name: userId,
      role: user.role ?? 2,
      isKeyUser: user.isKeyUser ?? false,
      status: user.status ?? 1,
    })
    .returning('userNo')
    .executeTakeFirstOrThrow();
  return { userNo, userId };
}

export async function addMetaGroup(
  db: Db,
  ownerUserNo: number | null,
  name = uniqueName('meta'),
): Promise<number> {
  const row = await db
    .insertInto('metaGroup')
    .values({ name, nameKey: nameKey(name), ownerUserNo })
    .returning('metaGroupId')
    .executeTakeFirstOrThrow();
  return row.metaGroupId;
}

export async function addSubGroup(
  db: Db,
  metaGroupId: number,
  name = uniqueName('sub'),
  members: readonly number[] = [],
): Promise<number> {
  const { subGroupId } = await db
    .insertInto('subGroup')
    .values({ metaGroupId, name, nameKey: nameKey(name) })
    .returning('subGroupId')
    .executeTakeFirstOrThrow();
  for (const userNo of members) await addMember(db, userNo, subGroupId);
  return subGroupId;
}

export async function addMember(db: Db, userNo: number, subGroupId: number): Promise<void> {
  await db.insertInto('subGroupMember').values({ userNo, subGroupId }).execute();
}

export async function addCluster(db: Db, subGroupId: number, name = uniqueName('cluster')): Promise<number> {
  const { hostId } = await db
    .insertInto('cluster')
    .values({ name, nameKey: nameKey(name), subGroupId, alarmTemplateId: await anyTemplate(db) })
    .returning('hostId')
    .executeTakeFirstOrThrow();
  return hostId;
}

export async function addClusterToken(db: Db, hostId: number): Promise<number> {
  const { tokenHash, prefix } = clusterTokens.make();
  const { tokenId } = await db
    .insertInto('clusterToken')
    .values({ hostId, role: 'cluster', tokenHash, prefix })
    .returning('tokenId')
    .executeTakeFirstOrThrow();
  return tokenId;
}

export async function anyTemplate(db: Db): Promise<number> {
  const row = await db.selectFrom('alarmTemplate').select('alarmTemplateId').executeTakeFirstOrThrow();
  return row.alarmTemplateId;
}

export async function userNoOf(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('userAccount')
    .select('userNo')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return row.userNo;
}

/** Replaces the existing logos: only a limited number may exist. */
export async function addLogo(db: Db): Promise<number> {
  await db.deleteFrom('logo').execute();
  const content = Buffer.from('a picture');
  const { id } = await db
    .insertInto('logo')
    .values({
      name: uniqueName('logo'),
      contentType: 'image/png',
      content,
      sizeBytes: content.length,
      active: false,
      createdBy: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces all access tokens of the user: their number is limited. */
export async function addAccessToken(db: Db, userNo: number, now: Date): Promise<number> {
  await db
    .updateTable('accessToken')
    .set({ revokedAt: now })
    .where('userNo', '=', userNo)
    .where('revokedAt', 'is', null)
    .execute();
  const { tokenHash, prefix } = accessTokens.make();
  const { accessTokenId } = await db
    .insertInto('accessToken')
    .values({
      userNo,
      name: uniqueName('token'),
      tokenHash,
      prefix,
      role: 2,
      isLimited: false,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    .returning('accessTokenId')
    .executeTakeFirstOrThrow();
  return accessTokenId;
}

/** Replaces all wallboard keys of the user: their number is limited. */
export async function addWallboardKey(
  db: Db,
  userNo: number,
  now: Date,
  subGroupIds: readonly number[],
  boardIds: readonly string[] = ['board-1'],
): Promise<{ wallboardKeyId: number; token: string }> {
  await db
    .updateTable('wallboardKey')
    .set({ revokedAt: now })
    .where('userNo', '=', userNo)
    .where('revokedAt', 'is', null)
    .execute();
  const { token, tokenHash, prefix } = wallboardKeys.make();
  const { wallboardKeyId } = await db
    .insertInto('wallboardKey')
    .values({ userNo, name: uniqueName('wall'), tokenHash, prefix, boardIds: [...boardIds], createdAt: now })
    .returning('wallboardKeyId')
    .executeTakeFirstOrThrow();
  for (const subGroupId of subGroupIds)
    await db.insertInto('wallboardKeyGroup').values({ wallboardKeyId, subGroupId }).execute();
  return { wallboardKeyId, token };
}
