import { labelOf } from '@gwanje/domain/labels';
import { roleChoiceKey } from '@gwanje/domain/mappings/role';
import { assignableRoles } from '@gwanje/domain/permissions';
import type { Handlers } from '../../http/call.ts';

export const loginHandlers: Handlers<'loginCheck' | 'listRoles'> = {
  async loginCheck({ user, query, noteActivity }) {
    if (query.keepAlive === 'Y') await noteActivity();
    return { user };
  },
  async listRoles({ user }) {
    return {
      roleList: assignableRoles(user).map((role) => ({ role, name: labelOf(roleChoiceKey(role)) })),
    };
  },
};
