import { hasSecondFactor, readFactors, resetFactors } from '@gwanje/backend/identity/factors/factors';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import { checkUserChange } from '@gwanje/domain/access/user-changes';
import { findSeenUser, lockForChange } from '../../access/target-repository.ts';
import { requireSeen } from '../../access/targets.ts';
import type { NotificationService } from '../../alarms/notifications/notification-service.ts';
import type { Routes } from '../../platform/http/call.ts';
import { factorResetMail } from './account-mails.ts';

export const userFactorRoutes = {
  async getUserFactors({ db, user, params: { userNo } }) {
    requireSeen('user', userNo, await findSeenUser(db, user, userNo));
    const { hasTotp, passkeys, recoveryCodeCnt } = await readFactors(db, userNo);
    return { hasTotp, passkeyCnt: passkeys.length, recoveryCodeCnt };
  },

  /** Whoever may set a user's password may also remove the second factors. Users change their own in the portal. */
  async resetUserFactors({ db, user, params: { userNo }, audit, afterCommit, notifications, now }) {
    const { targets } = await lockForChange(db, user, [userNo]);
    const target = toUser(requireSeen('user', userNo, targets.get(userNo)));
    if (checkUserChange(user, target, { password: '' }) !== 'allowed') throw new AppError('noPermission');
    const factors = await readFactors(db, userNo);
    if (!hasSecondFactor(factors)) return;
    await resetFactors(db, userNo);
    await endAllSessionsOfUser(db, userNo);
    const { hasTotp, passkeys } = factors;
    await audit('user.resetFactors', userNo, {
      userId: target.userId,
      before: { hasTotp, passkeyCnt: passkeys.length },
    });
    const { email } = target;
    const { mailClient } = notifications;
    if (email !== null && mailClient)
      afterCommit(async () => {
        await mailClient.send({
          messageId: crypto.randomUUID(),
          recipients: [email],
          ...factorResetMail(target, user.name, now),
        });
      });
  },
} satisfies Routes<{ notifications: NotificationService }>;
