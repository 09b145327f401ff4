import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { AccessTokenId, MetaGroupId, Name, Role, Timestamp, UserNo } from '../definition/fields.ts';

export const ACCESS_TOKEN_MOST_DAYS = 366;

export const AccessToken = z.object({
  accessTokenId: AccessTokenId,
  name: z.string(),
  /** The first characters, to distinguish tokens. */
  prefix: z.string(),
  userNo: UserNo,
  userId: z.string(),
  role: Role,
  /** Null: not limited to groups. */
  metaGroupList: z.array(z.object({ metaGroupId: MetaGroupId, name: z.string() })).nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: Timestamp.nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

const common = { access: 'groupAdmin', subGroupsIn: 'none', tokens: 'no' } as const;

export const listAccessTokens = endpoint({
  ...common,
  route: 'GET /access-token/list',
  summary: 'Access tokens for automation: the caller’s own; for total admins all',
  response: z.object({ accessTokenList: z.array(AccessToken) }),
});

export const insertAccessToken = endpoint({
  ...common,
  route: 'POST /access-token/insert',
  needsFreshProof: true,
  summary: 'Create an access token; only this response contains it',
  success: 201,
  isSecret: true,
  body: z.strictObject({
    name: Name,
    role: Role,
    /** Empty: every group that the creator may see. */
    metaGroupIdList: z.array(MetaGroupId).max(1000),
    days: z.int().min(1).max(ACCESS_TOKEN_MOST_DAYS),
  }),
  response: z.object({ accessTokenId: AccessTokenId, token: z.string(), expiresAt: Timestamp }),
});

export const revokeAccessToken = endpoint({
  ...common,
  route: 'DELETE /access-token/:accessTokenId',
  summary: 'Revoke an access token; the next request with it is refused',
});
