import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Name, SubGroupId, Timestamp, UserNo, WallboardKeyId } from '../definition/fields.ts';

/** The view option that stores a user's boards. */
export const BOARDS_TYPE = 'customMain';
export const BoardId = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);
const MAX_SHOWN_BOARDS = 50;

/**
 * The path of a wallboard link. The secret is after the number sign, so that no log on the way contains it.
 */
export const WALLBOARD_PATH = '/wallboard';
/** Not an API call: a person who opens a link has no session yet. */
export const WALLBOARD_SIGN_IN_PATH = '/wallboard/session';
export const WallboardSignIn = z.strictObject({ token: z.string().max(200) });

export const WallboardKey = z.object({
  wallboardKeyId: WallboardKeyId,
  name: z.string(),
  /** The first characters of the secret, to distinguish keys. */
  prefix: z.string(),
  userNo: UserNo,
  userId: z.string(),
  subGroupList: z.array(z.object({ subGroupId: SubGroupId, name: z.string(), metaGroupName: z.string() })),
  /** With their current names, without deleted boards. */
  boardList: z.array(z.object({ id: BoardId, name: z.string() })),
  createdAt: Timestamp,
  lastSeenAt: Timestamp.nullable(),
  lastSeenFrom: z.string().nullable(),
  revokedAt: Timestamp.nullable(),
});
export type WallboardKey = z.infer<typeof WallboardKey>;

const common = { access: 'groupAdmin', subGroupsIn: 'none', tokens: 'no' } as const;

export const listWallboardKeys = endpoint({
  ...common,
  route: 'GET /wallboard/list',
  summary: 'Wallboard keys: the caller’s own; for total admins all',
  response: z.object({ wallboardKeyList: z.array(WallboardKey) }),
});

export const insertWallboardKey = endpoint({
  ...common,
  route: 'POST /wallboard/insert',
  needsFreshProof: true,
  summary:
    'Create a wallboard key, which only shows boards of the caller; only this response contains its link',
  success: 201,
  isSecret: true,
  body: z.strictObject({
    name: Name,
    shownSubGroupIdList: z.array(SubGroupId).min(1).max(1000),
    boardIdList: z.array(BoardId).min(1).max(MAX_SHOWN_BOARDS),
  }),
  response: z.object({ wallboardKeyId: WallboardKeyId, url: z.url() }),
});

export const revokeWallboardKey = endpoint({
  ...common,
  route: 'DELETE /wallboard/:wallboardKeyId',
  summary: 'Revoke a wallboard key; its screens stop within seconds',
});
