import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { UserNo } from './ids.ts';

export const ONE_TIME_LINK_KINDS = ['invitation', 'reset'] as const;
export const ONE_TIME_LINK_MS = 72 * 3_600_000;

export const makeOneTimeLink = endpoint({
  method: 'POST',
  path: '/user/link',
  summary: 'A link with which a user sets a password once; it is shown in this answer alone',
  access: 'groupAdmin',
  subGroupsIn: 'none',
  success: 201,
  tokens: 'no',
  isSecret: true,
  body: z.strictObject({ userNo: UserNo }),
  response: z.object({
    url: z.url(),
    /** An invitation, as long as the user has no password. */
    kind: z.enum(ONE_TIME_LINK_KINDS),
    expiresAt: Timestamp,
  }),
});
