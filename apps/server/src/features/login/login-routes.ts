import { logoutKey } from '@gwanje/backend/identity/sessions';
import { listNewBrowsers } from '@gwanje/backend/identity/sign-ins';
import type { loginCheck } from '@gwanje/contract/users/session';
import { User } from '@gwanje/contract/users/users';
import { assignableRoles } from '@gwanje/domain/access/permissions';
import { deviceName } from '@gwanje/domain/formats/device-name';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import type { Call, Routes } from '../../platform/http/call.ts';
import type { RightsCache } from '../../platform/http/identity/rights-cache.ts';

interface LoginNeeds {
  readonly rights: Pick<RightsCache, 'readSoon'>;
}

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
} satisfies Routes<LoginNeeds>;

/** None while the database is unavailable or slow: the check itself must answer then. */
async function newBrowsersOf({ db, user, session, now, rights }: Call<typeof loginCheck> & LoginNeeds) {
  const browserHash = session?.loginBrowserHash;
  if (!browserHash) return [];
  const found = await rights.readSoon(() => listNewBrowsers(db, user.userNo, browserHash, now));
  return (found ?? []).map(({ at, userAgent, address }) => ({
    at: at.toISOString(),
    deviceName: deviceName(userAgent) ?? null,
    address,
  }));
}
