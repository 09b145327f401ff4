import { SubGroupId } from '@gwanje/contract/definition/fields';
import { SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { User } from '@gwanje/contract/users/users';
import { expect, test } from 'vitest';
import { keepsOwnRights, type SignedOnUser, signOnChanges } from './sign-on-preview.ts';

const at = '2026-01-01T00:00:00.000Z';
const ids = (...numbers: number[]) => numbers.map((one) => SubGroupId.parse(one));
const rules = SignOnRules.parse({
  ruleList: [
    { claim: 'groups', match: 'exact', value: 'chiefs', role: 10, grantedSubGroupIdList: [] },
    { claim: 'groups', match: 'exact', value: 'leads', role: 3, grantedSubGroupIdList: [1] },
    { claim: 'groups', match: 'exact', value: 'staff', role: 2, grantedSubGroupIdList: [2] },
  ],
  otherwise: 'refuse',
});

function person(
  userId: string,
  groups: string[],
  over: object = {},
  subGroupIds: number[] = [],
): SignedOnUser {
  const user = User.parse({
    userNo: 1,
    userId,
    name: userId,
    email: null,
    role: 2,
    isKeyUser: 'N',
    status: 1,
    isSingleSignOn: 'Y',
    createdAt: at,
    updatedAt: at,
    lastLoginAt: at,
    version: 1,
    ...over,
  });
  const last = { values: { groups }, grantedByRules: [], signedOnAt: new Date(at) };
  return { user, last, subGroupIds: ids(...subGroupIds) };
}

test('only users whose role, sub groups or right to sign on would change are listed, refusals first', () => {
  const changes = signOnChanges(rules, [
    person('promoted', ['leads'], {}, [2]),
    person('same', ['staff'], {}, [2, 9]),
    person('refused', ['other']),
    person('suspended', ['other'], { status: 2 }),
    person('chief', ['chiefs'], { role: 1, isKeyUser: 'Y' }),
  ]);
  expect(changes.map(({ user, role, added, removed }) => [user.userId, role, added, removed])).toEqual([
    ['refused', 'refuse', [], []],
    ['promoted', 3, [1], [2]],
  ]);
});

test.each([
  [{ role: 1, isKeyUser: 'N' }, 'keep', true],
  [{ role: 1, isKeyUser: 'N' }, 1, true],
  [{ role: 1, isKeyUser: 'N' }, 10, true],
  [{ role: 1, isKeyUser: 'N' }, 3, false],
  [{ role: 1, isKeyUser: 'N' }, 'refuse', false],
  [{ role: 1, isKeyUser: 'Y' }, 1, false],
  [{ role: 1, isKeyUser: 'Y' }, 10, true],
] as const)('an admin %j who gets %s keeps the own rights: %s', (user, role, expected) =>
  expect(keepsOwnRights(user, { role, roleRuleNo: 0, ruleNoList: [], grantedSubGroupIdList: [] })).toBe(
    expected,
  ),
);
