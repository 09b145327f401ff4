import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { RoleChoice, UserNo } from '../definition/fields.ts';
import { User } from './users.ts';

export const loginCheck = endpoint({
  route: 'GET /loginCheck',
  summary: 'The signed-in user, or the user that an admin views as; 9999 without a session',
  access: 'all',
  wallboards: true,
  tokens: 'no',
  subGroupsIn: 'none',
  query: z.strictObject({
    /** Wallboards and realtime windows count as activity. The periodic check of other pages does not. */
    keepAlive: z.enum(['Y', 'N']).optional(),
  }),
  response: z.object({
    user: User,
    /** The admin who views as `user`; null: `user` signed in. */
    viewedBy: z.object({ userNo: UserNo, userId: z.string(), name: z.string() }).nullable(),
    /** The wallboard key of this screen. `user` is its creator, limited to the key's groups and boards. */
    wallboard: z.object({ name: z.string() }).nullable(),
  }),
});

export const listRoles = endpoint({
  route: 'GET /role/list',
  summary: 'The roles that the caller may assign',
  access: 'all',
  subGroupsIn: 'none',
  response: z.object({ roleList: z.array(z.object({ role: RoleChoice, name: z.string() })) }),
});
