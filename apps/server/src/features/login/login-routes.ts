import { isUnavailable } from '@gwanje/backend/database/connection';
import { logoutKey } from '@gwanje/backend/identity/sessions';
import { listNewBrowsers } from '@gwanje/backend/identity/sign-ins';
import type { loginCheck } from '@gwanje/contract/users/session';
import { User } from '@gwanje/contract/users/users';
import { assignableRoles } from '@gwanje/domain/access/permissions';
import { deviceName } from '@gwanje/domain/formats/device-name';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import type { Call, Routes } from '../../platform/http/call.ts';

export const loginRoutes = {
  async loginCheck(call) {
    const { user, view, wallboard, session, query, noteActivity } = call;
    if (query.keepAlive === 'Y') await noteActivity();
    if (wallboard) {
      const { name } = wallboard;
      return {
        user: User.parse(user),
        viewedBy: null,
        wallboard: { name },
        logoutKey: null,
        newBrowserList: [],
      };
    }
    const own = { user, wallboard: null, logoutKey: session ? logoutKey(session) : null };
    if (!view) return { ...own, viewedBy: null, newBrowserList: await newBrowsersOf(call) };
    const { userNo, userId, name } = view.by;
    return { ...own, viewedBy: { userNo, userId, name }, newBrowserList: [] };
  },
  async listRoles({ user }) {
    return {
      roleList: assignableRoles(user).map((role) => ({ role, name: labelOf(roleChoiceKey(role)) })),
    };
  },
} satisfies Routes;

/** None while the database cannot be reached: the check itself must answer then. */
async function newBrowsersOf({ db, user, session, now }: Call<typeof loginCheck>) {
  if (!session?.loginBrowserHash) return [];
  try {
    const found = await listNewBrowsers(db, user.userNo, session.loginBrowserHash, now);
    return found.map(({ at, userAgent, address }) => ({
      at: at.toISOString(),
      deviceName: deviceName(userAgent) ?? null,
      address,
    }));
  } catch (error) {
    if (isUnavailable(error)) return [];
    throw error;
  }
}
