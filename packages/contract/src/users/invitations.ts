import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp, UserNo } from '../definition/fields.ts';

export const ONE_TIME_LINK_KINDS = ['invitation', 'reset'] as const;
export type OneTimeLinkKind = (typeof ONE_TIME_LINK_KINDS)[number];
export const ONE_TIME_LINK_MS = 72 * 3_600_000;

export const makeOneTimeLink = endpoint({
  route: 'POST /user/link',
  needsFreshProof: true,
  summary: 'Create a one-time link to set a password; only this response contains it',
  access: 'groupAdmin',
  subGroupsIn: 'none',
  success: 201,
  tokens: 'no',
  isSecret: true,
  body: z.strictObject({ userNo: UserNo }),
  response: z.object({
    url: z.url(),
    /** An invitation while the user has no password. */
    kind: z.enum(ONE_TIME_LINK_KINDS),
    expiresAt: Timestamp,
    /** The user's address; null: the user has none. */
    email: z.string().nullable(),
    /** True: the installation has a mail server. */
    hasMailServer: z.boolean(),
  }),
});

/** Why a link was not sent: the mail server refused it, timed out or was not reachable, or there is none. */
export const linkMailErrors = ['mailRefused', 'mailTimeout', 'mailConnection', 'noMailServer'] as const;
export type LinkMailError = (typeof linkMailErrors)[number];

/**
 * Sends the link at once, and only to the user's own address. The server stores nothing that it could send
 * later. The response contains whether the link was sent. To retry, call again.
 */
export const mailOneTimeLink = endpoint({
  route: 'POST /user/link/mail',
  summary: 'Send a new one-time link to its user by e-mail',
  access: 'groupAdmin',
  subGroupsIn: 'none',
  tokens: 'no',
  holdsNoTransaction: true,
  body: z.strictObject({
    userNo: UserNo,
    /** The part of the link after the number sign. */
    token: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    language: z.enum(['ko', 'en']).default('ko'),
  }),
  response: z.object({ isSent: z.boolean(), reason: z.enum(linkMailErrors).nullable() }),
});
