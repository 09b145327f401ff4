import { MetaGroupId, SubGroupId } from '@gwanje/contract/definition/fields';
import { expect, test } from 'vitest';
import { testUser } from '#core/testing/users.ts';
import { userAccessChange, userDraft } from './user-form.ts';

const user = testUser();
const link = { metaGroupId: MetaGroupId.parse(1), subGroupId: SubGroupId.parse(2) };
const NO_GRANTS = { granted: [], revoked: [] };

test('a new name, e-mail or password changes no access', () => {
  const draft = {
    ...userDraft(user, []),
    name: '다른 이름',
    email: 'a@example.com',
    password: 'long secret',
  };
  expect(userAccessChange(user, draft, NO_GRANTS)).toBeNull();
});

test('role, status and groups are one access change', () => {
  const draft = { ...userDraft(user, []), role: 10 as const, status: 4 as const };
  expect(userAccessChange(user, draft, { granted: [link], revoked: [] })).toEqual({
    kind: 'changeRights',
    userList: [{ userNo: 7, role: 1, isKeyUser: 'Y', status: 4 }],
    grantList: [{ userNo: 7, ...link }],
    revokeList: [],
  });
});

test('a change of only the groups sends no role or status', () => {
  const found = userAccessChange(user, userDraft(user, []), { granted: [], revoked: [link] });
  expect(found).toMatchObject({ userList: [], revokeList: [{ userNo: 7, ...link }] });
});
