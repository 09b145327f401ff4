import { setViewAs } from '@gwanje/backend/identity/sessions';
import { AppError } from '@gwanje/contract/definition/errors';
import { checkViewAs } from '@gwanje/domain/access/view-as';
import { lockUser } from '../../access/target-repository.ts';
import { requireSeen } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';

export const viewAsRoutes = {
  async startViewAs({ db, user, session, body: { userNo }, audit }) {
    // Access tokens and callers who already view as another user are refused before this handler runs.
    if (!session) throw new AppError('noPermission');
    const detail = { field: 'userNo' };
    const seen = requireSeen('user', userNo, await lockUser(db, user, userNo), detail);
    const verdict = checkViewAs(user, seen);
    if (verdict === 'noRight' || verdict === 'higherRole') throw new AppError('noPermission', detail);
    if (verdict !== 'allowed') throw new AppError('invalidParameter', { ...detail, reason: verdict });
    await setViewAs(db, session, userNo);
    await audit('viewAs.start', { kind: 'user', id: userNo }, { userId: seen.userId, name: seen.name });
  },

  async stopViewAs({ db, session, view, audit }) {
    if (!session || !view) return;
    const { seenUserNo, seen, verdict } = view;
    await setViewAs(db, session, null);
    await audit(
      'viewAs.stop',
      { kind: 'user', id: seenUserNo },
      {
        ...(seen && { userId: seen.userId, name: seen.name }),
        reason: verdict === 'allowed' ? 'asked' : verdict,
      },
    );
  },
} satisfies Routes;
