import { labelOf } from '@gwanje/domain/labels';
import { roleChoiceKey } from '@gwanje/domain/mappings/role';
import { assignableRoles } from '@gwanje/domain/permissions';
import type { Handlers } from '../../http/call.ts';

export const loginHandlers: Handlers<'loginCheck' | 'listRoles'> = {
  async loginCheck({ user, view, query, noteActivity }) {
    if (query.keepAlive === 'Y') await noteActivity();
    if (!view) return { user, viewedBy: null };
    const { userNo, userId, name } = view.by;
    return { user, viewedBy: { userNo, userId, name } };
  },
  async listRoles({ user }) {
    return {
      roleList: assignableRoles(user).map((role) => ({ role, name: labelOf(roleChoiceKey(role)) })),
    };
  },
};
