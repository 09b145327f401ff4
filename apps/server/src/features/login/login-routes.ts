import { User } from '@gwanje/contract/users/users';
import { assignableRoles } from '@gwanje/domain/access/permissions';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import type { Routes } from '../../platform/http/call.ts';

export const loginRoutes = {
  async loginCheck({ user, view, wallboard, query, noteActivity }) {
    if (query.keepAlive === 'Y') await noteActivity();
    if (wallboard) return { user: User.parse(user), viewedBy: null, wallboard: { name: wallboard.name } };
    if (!view) return { user, viewedBy: null, wallboard: null };
    const { userNo, userId, name } = view.by;
    return { user, viewedBy: { userNo, userId, name }, wallboard: null };
  },
  async listRoles({ user }) {
    return {
      roleList: assignableRoles(user).map((role) => ({ role, name: labelOf(roleChoiceKey(role)) })),
    };
  },
} satisfies Routes;
