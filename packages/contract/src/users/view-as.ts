import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { UserNo } from '../definition/ids.ts';

export const startViewAs = endpoint({
  route: 'POST /view-as',
  summary: 'See what another user sees, with this session: reads alone, until it is ended',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  tokens: 'no',
  body: z.strictObject({ userNo: UserNo }),
});

export const stopViewAs = endpoint({
  route: 'DELETE /view-as',
  summary: 'Be oneself again; nothing happens where nobody is viewed as',
  access: 'all',
  subGroupsIn: 'none',
  tokens: 'no',
  whileViewing: 'asSelf',
});
