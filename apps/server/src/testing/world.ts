import type { Database } from '@gwanje/backend/database/schema';
import type { Role, UserStatus } from '@gwanje/contract/definition/fields';
import { addRow, addRows, changeRows, rowOf } from '@gwanje/testkit/testing/rows';
import type { Kysely } from 'kysely';
import { clusterTokens } from '../pipeline/receive/tokens/cluster-token.ts';
import { accessTokens, wallboardKeys } from '../platform/http/identity/credentials.ts';
import { named } from '../platform/store/row-repository.ts';
import { uniqueName } from './test-app.ts';

type Db = Kysely<Database>;

/* Inserts rows directly, without the rules of the calls, as preconditions of a test. */

export async function addUser(
  db: Db,
  user: { userId?: string; role?: Role; isKeyUser?: boolean; status?: UserStatus } = {},
): Promise<{ userNo: number; userId: string }> {
  const userId = user.userId ?? uniqueName('user');
  const usual = { name: userId, role: 2, isKeyUser: false, status: 1 };
  const { userNo } = await addRow(db, 'userAccount', { ...usual, ...user, userId });
  return { userNo, userId };
}

export async function addMetaGroup(
  db: Db,
  ownerUserNo: number | null,
  name = uniqueName('meta'),
): Promise<number> {
  return (await addRow(db, 'metaGroup', { ...named(name), ownerUserNo })).metaGroupId;
}

export async function addSubGroup(
  db: Db,
  metaGroupId: number,
  name = uniqueName('sub'),
  members: readonly number[] = [],
): Promise<number> {
  const { subGroupId } = await addRow(db, 'subGroup', { metaGroupId, ...named(name) });
  for (const userNo of members) await addMember(db, userNo, subGroupId);
  return subGroupId;
}

export async function addMember(db: Db, userNo: number, subGroupId: number): Promise<void> {
  await addRows(db, 'subGroupMember', { userNo, subGroupId });
}

export async function addCluster(db: Db, subGroupId: number, name = uniqueName('cluster')): Promise<number> {
  const alarmTemplateId = await anyTemplate(db);
  return (await addRow(db, 'cluster', { ...named(name), subGroupId, alarmTemplateId })).hostId;
}

export async function addClusterToken(db: Db, hostId: number): Promise<number> {
  const { tokenHash, prefix } = clusterTokens.make();
  const { tokenId } = await addRow(db, 'clusterToken', { hostId, role: 'cluster', tokenHash, prefix });
  return tokenId;
}

export async function anyTemplate(db: Db): Promise<number> {
  return (await rowOf(db, 'alarmTemplate', {}, ['alarmTemplateId'])).alarmTemplateId;
}

export async function userNoOf(db: Db, userId: string): Promise<number> {
  return (await rowOf(db, 'userAccount', { userId }, ['userNo'])).userNo;
}

/** Replaces the existing logos: only a limited number may exist. */
export async function addLogo(db: Db): Promise<number> {
  await db.deleteFrom('logo').execute();
  const content = Buffer.from('a picture');
  const { id } = await addRow(db, 'logo', {
    name: uniqueName('logo'),
    contentType: 'image/png',
    content,
    sizeBytes: content.length,
    active: false,
    createdBy: null,
  });
  return id;
}

/** Replaces all access tokens of the user: their number is limited. */
export async function addAccessToken(db: Db, userNo: number, now: Date): Promise<number> {
  await changeRows(db, 'accessToken', { userNo, revokedAt: null }, { revokedAt: now });
  const { tokenHash, prefix } = accessTokens.make();
  const { accessTokenId } = await addRow(db, 'accessToken', {
    userNo,
    name: uniqueName('token'),
    tokenHash,
    prefix,
    role: 2,
    isLimited: false,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
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
  await changeRows(db, 'wallboardKey', { userNo, revokedAt: null }, { revokedAt: now });
  const { token, tokenHash, prefix } = wallboardKeys.make();
  const { wallboardKeyId } = await addRow(db, 'wallboardKey', {
    userNo,
    name: uniqueName('wall'),
    tokenHash,
    prefix,
    boardIds: [...boardIds],
    createdAt: now,
  });
  for (const subGroupId of subGroupIds)
    await addRows(db, 'wallboardKeyGroup', { wallboardKeyId, subGroupId });
  return { wallboardKeyId, token };
}
