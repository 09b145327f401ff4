import { z } from 'zod';
import { distinctList, id, keysOf, listBody, pageOf, text, time } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  MetaGroupId,
  Name,
  Role,
  RoleChoice,
  SubGroupId,
  Timestamp,
  UserNo,
  UserStatus,
  YesNo,
} from '../definition/fields.ts';

/** 4–32 of a–z, 0–9, '.', '-', '_'. */
export const UserId = z.string().regex(/^[a-z0-9._-]{4,32}$/);
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
/** Common passwords are refused later, by the handler, which reports that reason. */
export const Password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
const Email = z.email().max(254);

export const Grant = z.strictObject({ metaGroupId: MetaGroupId, subGroupId: SubGroupId });
export type Grant = z.infer<typeof Grant>;

export const User = z.object({
  userNo: UserNo,
  userId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: Role,
  isKeyUser: YesNo,
  status: UserStatus,
  /** The user signs in with an external provider and has no password here. */
  isSingleSignOn: YesNo,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastLoginAt: Timestamp.nullable(),
  /** Grows with each change. An update with an older version is a conflict. */
  version: z.int(),
});
export type User = z.infer<typeof User>;

export const GrantedGroup = z.object({
  metaGroupId: MetaGroupId,
  metaGroupName: z.string(),
  subGroupId: SubGroupId,
  subGroupName: z.string(),
});

export const getUser = endpoint({
  route: 'GET /user/:userNo',
  summary: 'One user with the granted groups',
  access: 'all',
  tokens: 'no',
  subGroupsIn: 'none',
  response: z.object({
    user: User,
    grantList: z.array(GrantedGroup),
    /** False: the password was never set, or it was reset and not set again. */
    hasPassword: z.boolean(),
  }),
});

export const listRoles = endpoint({
  route: 'GET /role/list',
  summary: 'The roles that the caller may assign',
  access: 'all',
  subGroupsIn: 'none',
  response: z.object({ roleList: z.array(z.object({ role: RoleChoice, name: z.string() })) }),
});

/** The columns that the list of users can be sorted by. */
export const userColumns = {
  userNo: id(UserNo),
  userId: text(),
  name: text(),
  role: id(Role),
  status: id(UserStatus),
  createdAt: time(),
  lastLoginAt: time(),
} as const;

const common = { access: 'groupAdmin', tokens: 'no' } as const;

export const listUsers = endpoint({
  ...common,
  route: 'POST /users/:pageNo/:pageCnt',
  summary: 'Users that the caller may see',
  read: true,
  body: listBody(
    z.object({
      /** Part of user id, name or e-mail. */
      search: z.string().max(200),
      role: Role,
      isKeyUser: YesNo,
      status: UserStatus,
      subGroupId: SubGroupId,
    }),
    keysOf(userColumns),
  ),
  response: pageOf(User.extend({ grantList: z.array(GrantedGroup) })),
});

export const insertUser = endpoint({
  ...common,
  route: 'POST /user/insert',
  needsFreshProof: true,
  summary: 'Create a user',
  success: 201,
  body: z.strictObject({
    userId: UserId,
    name: Name,
    email: Email.nullable().optional(),
    /** Absent: the user sets a password with a one-time link. */
    password: Password.optional(),
    role: Role,
    isKeyUser: YesNo.default('N'),
    grantList: z.array(Grant).max(1000).default([]),
  }),
  response: z.object({ userNo: UserNo }),
});

export const updateUsers = endpoint({
  route: 'PUT /user/update',
  needsFreshProof: true,
  summary: 'Change users',
  access: 'all',
  tokens: 'no',
  body: distinctList(
    z.strictObject({
      userNo: UserNo,
      name: Name.optional(),
      email: Email.nullable().optional(),
      role: Role.optional(),
      isKeyUser: YesNo.optional(),
      status: UserStatus.optional(),
      /** Set by an admin. Users change their own password on the portal. */
      password: Password.optional(),
      version: z.int().optional(),
    }),
    100,
    ({ userNo }) => userNo,
  ),
});

export const deleteUser = endpoint({
  ...common,
  route: 'DELETE /user/:userNo',
  needsFreshProof: true,
  summary: 'Delete a user who owns no meta group',
});

export const checkUserId = endpoint({
  ...common,
  route: 'GET /user/check/:userId',
  summary: 'Whether a user id is valid and not in use',
  subGroupsIn: 'none',
  params: { userId: z.string().max(200) },
  response: z.object({ available: z.boolean(), reason: z.enum(['malformed', 'taken']).nullable() }),
});
