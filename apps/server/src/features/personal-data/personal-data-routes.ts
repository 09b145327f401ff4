import { Readable } from 'node:stream';
import type { Db } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import { erasePerson } from '@gwanje/backend/personal-data/erase-person';
import { findPerson } from '@gwanje/backend/personal-data/person';
import { AppError } from '@gwanje/contract/definition/errors';
import type { ErasureObstacle } from '@gwanje/contract/users/personal-data';
import { isTotalAdmin } from '@gwanje/domain/access/permissions';
import { isActiveKeyAdmin, mayDeleteUser, mayHoldSession } from '@gwanje/domain/access/user-changes';
import { countOwnedMetaGroups, findSeenUser, lockForChange } from '../../access/target-repository.ts';
import { type CallerContext, requireSeen } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { orInUse } from '../../platform/store/violations.ts';
import * as repository from './personal-data-repository.ts';

/** What is stored of a person: for the person, and for total admins. Only total admins erase. */
export const personalDataRoutes = {
  async getPersonalData({ db, user, params: { userNo } }) {
    await requireReader({ db, user }, userNo);
    const row = await findSeenUser(db, user, userNo);
    const erasure = await repository.findErasure(db, userNo);
    const keyAdmins = await repository.listActiveKeyAdmins(db);
    return {
      userNo,
      name: row?.name ?? null,
      dataList: await repository.countRows(db, await findPerson(db, userNo)),
      erasedAt: erasure?.erasedAt.toISOString() ?? null,
      obstacle: isTotalAdmin(user)
        ? await obstacleOf({ db, user }, row && toUser(row), keyAdmins)
        : 'noPermission',
    };
  },

  async exportPersonalData({ db, user, params: { userNo }, now, audit }) {
    await requireReader({ db, user }, userNo);
    await audit('user.exportData', userNo);
    return {
      contentType: 'application/json; charset=utf-8',
      content: Readable.from(fileText(db, { userNo, isOwn: userNo === user.userNo, now })),
      headers: {
        'content-disposition': `attachment; filename="personal-data-${userNo}.json"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    };
  },

  async erasePersonalData({ db, user, params: { userNo }, now, audit }) {
    if (!(await repository.wasUser(db, userNo))) throw new AppError('notFound');
    const { targets, activeKeyAdmins } = await lockForChange(db, user, [userNo]);
    const row = targets.get(userNo);
    const obstacle = await obstacleOf({ db, user }, row && toUser(row), activeKeyAdmins);
    if (obstacle === 'noPermission') throw new AppError('noPermission');
    if (obstacle) throw new AppError('inUse', { reason: obstacle });
    const isNew = await orInUse(erasePerson(db, userNo, user.userNo, now), { reason: 'ownsMetaGroups' });
    if (isNew) await audit('user.erase', userNo);
    return { isNew };
  },

  async listErasures({ db }) {
    const erased = await repository.listErasures(db);
    const deleted = await repository.listDeletedUsers(db);
    return {
      erasureList: erased.map(({ erasedAt, finishedAt, ...erasure }) => ({
        ...erasure,
        erasedAt: erasedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
      deletedUserList: deleted.map(({ deletedAt, ...user }) => ({
        ...user,
        deletedAt: deletedAt.toISOString(),
      })),
    };
  },
} satisfies Routes;

async function requireReader({ db, user }: CallerContext, userNo: number): Promise<void> {
  if (userNo === user.userNo) return;
  if (isTotalAdmin(user)) {
    if (!(await repository.wasUser(db, userNo))) throw new AppError('notFound');
    return;
  }
  requireSeen('user', userNo, await findSeenUser(db, user, userNo));
  throw new AppError('noPermission');
}

/** Why the person cannot be erased. Without an account only the history is left, which any total admin may erase. */
async function obstacleOf(
  { db, user }: CallerContext,
  target: ReturnType<typeof toUser> | undefined,
  activeKeyAdmins: readonly number[],
): Promise<ErasureObstacle | null> {
  if (!target) return null;
  if (target.userNo === user.userNo) return 'oneself';
  if (!mayDeleteUser(user, target)) return 'noPermission';
  if (isActiveKeyAdmin(target) && activeKeyAdmins.every((userNo) => userNo === target.userNo))
    return 'lastKeyAdmin';
  if (mayHoldSession(target.status)) return 'active';
  if ((await countOwnedMetaGroups(db, target.userNo)) > 0) return 'ownsMetaGroups';
  return null;
}

/** One JSON object: each kind of data with its tables and their rows. Read while it is sent. */
async function* fileText(
  db: Db,
  about: { userNo: number; isOwn: boolean; now: Date },
): AsyncIterable<string> {
  const { userNo, isOwn, now } = about;
  yield `{"userNo":${userNo},"exportedAt":"${now.toISOString()}","rows":[`;
  let isFirst = true;
  for await (const { table, rows } of repository.readRows(db, userNo, isOwn))
    for (const row of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ data: table.key, table: table.table, ...row })}`;
      isFirst = false;
    }
  yield '\n]}\n';
}
