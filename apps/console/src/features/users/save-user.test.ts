import { MetaGroupId, SubGroupId, UserNo } from '@gwanje/contract/ids';
import type { User } from '@gwanje/contract/users';
import { expect, test } from 'vitest';
import { userSightChange } from './save-user.ts';
import { userDraft } from './user-form.ts';

const user: User = {
  userNo: UserNo.parse(7),
  userId: 'someone',
  name: '누군가',
  email: null,
  role: 2,
  isKeyUser: 'N',
  status: 1,
  isSingleSignOn: 'N',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  lastLoginAt: null,
  version: 1,
};
const link = { metaGroupId: MetaGroupId.parse(1), subGroupId: SubGroupId.parse(2) };
const NO_GRANTS = { granted: [], revoked: [] };

test('a new name, address or password concerns nobody’s sight', () => {
  const draft = {
    ...userDraft(user, []),
    name: '다른 이름',
    email: 'a@example.com',
    password: 'long secret',
  };
  expect(userSightChange(user, draft, NO_GRANTS)).toBeNull();
});

test('role, status and groups are asked about together, as they are saved', () => {
  const draft = { ...userDraft(user, []), role: 10 as const, status: 4 as const };
  expect(userSightChange(user, draft, { granted: [link], revoked: [] })).toEqual({
    kind: 'changeRights',
    userList: [{ userNo: 7, role: 1, isKeyUser: 'Y', status: 4 }],
    grantList: [{ userNo: 7, ...link }],
    revokeList: [],
  });
});

test('groups alone leave the standing out', () => {
  expect(userSightChange(user, userDraft(user, []), { granted: [], revoked: [link] })).toMatchObject({
    userList: [],
    revokeList: [{ userNo: 7, ...link }],
  });
});
