import { logoutKey } from '@gwanje/backend/identity/sessions';
import { User } from '@gwanje/contract/users/users';
import { assignableRoles } from '@gwanje/domain/access/permissions';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import type { Routes } from '../../platform/http/call.ts';

export const loginRoutes = {
  async loginCheck({ user, view, wallboard, session, query, noteActivity }) {
    if (query.keepAlive === 'Y') await noteActivity();
    if (wallboard) {
      const { name } = wallboard;
      return { user: User.parse(user), viewedBy: null, wallboard: { name }, logoutKey: null };
    }
    const own = { user, wallboard: null, logoutKey: session ? logoutKey(session) : null };
    if (!view) return { ...own, viewedBy: null };
    const { userNo, userId, name } = view.by;
    return { ...own, viewedBy: { userNo, userId, name } };
  },
  async listRoles({ user }) {
    return {
      roleList: assignableRoles(user).map((role) => ({ role, name: labelOf(roleChoiceKey(role)) })),
    };
  },
} satisfies Routes;
