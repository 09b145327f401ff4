import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { UserNo } from '../definition/fields.ts';

export const startViewAs = endpoint({
  route: 'POST /view-as',
  summary: 'View the console as another user, read-only, until the view is ended',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  tokens: 'no',
  body: z.strictObject({ userNo: UserNo }),
});

export const stopViewAs = endpoint({
  route: 'DELETE /view-as',
  summary: 'End the view as another user; has no effect if there is none',
  access: 'all',
  subGroupsIn: 'none',
  tokens: 'no',
  whileViewing: 'asSelf',
});
