import { makeLink } from '@gwanje/backend/identity/one-time-links';
import { endSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/errors';
import { ONE_TIME_LINK_MS } from '@gwanje/contract/invitations';
import { judgeUserChange, mayHoldSession } from '@gwanje/domain/user-changes';
import { requireSeen } from '../../access/targets.ts';
import type { Handlers } from '../../http/call.ts';
import { reachingBeyond } from './change.ts';
import { lockForChange } from './repository.ts';

export const invitationHandlers: Handlers<'makeOneTimeLink'> = {
  /** Whoever may set a user's password may let the user set it. The old one is worthless from now on. */
  async makeOneTimeLink(call) {
    const { db, user, body, now, audit, settings } = call;
    const { userNo } = body;
    const { targets } = await lockForChange(db, user, [userNo]);
    const { row } = requireSeen('user', userNo, targets.get(userNo), { field: 'userNo' });
    const target = toUser(row);
    if (judgeUserChange(user, target, { password: '' }) !== 'allowed')
      throw new AppError('noPermission', { field: 'userNo' });
    if ((await reachingBeyond(call, [userNo])).has(userNo))
      throw new AppError('noPermission', { field: 'userNo', reason: 'otherGroups' });
    if (target.isSingleSignOn === 'Y')
      throw new AppError('invalidParameter', { field: 'userNo', reason: 'singleSignOn' });
    if (!mayHoldSession(target.status))
      throw new AppError('invalidParameter', { field: 'userNo', reason: 'notActive' });
    const kind = row.passwordHash === null ? 'invitation' : 'reset';
    const expiresAt = new Date(now.getTime() + ONE_TIME_LINK_MS);
    const token = await makeLink(db, { userNo, kind, createdBy: user.userNo, now, expiresAt });
    // Whoever knows the password today may be the reason for the reset.
    if (kind === 'reset') {
      await db
        .updateTable('userAccount')
        .set((eb) => ({ passwordHash: null, updatedAt: now, version: eb('version', '+', 1) }))
        .where('userNo', '=', userNo)
        .execute();
      await endSessionsOfUser(db, userNo);
    }
    await audit({
      action: 'user.makeLink',
      target: { kind: 'user', id: userNo },
      detail: { userId: target.userId, kind, expiresAt },
    });
    // Behind the number sign: it is in no log of any server on the way.
    return { url: `${settings.loginUrl}/set-password#${token}`, kind, expiresAt: expiresAt.toISOString() };
  },
};
