import type { Role, UserStatus, YesNo } from '@gwanje/contract/definition/fields';
import { describe, expect, test } from 'vitest';
import { checkViewAs, type ViewAsVerdict } from './view-as.ts';

function person(userNo: number, role: Role, isKeyUser: YesNo = 'N', status: UserStatus = 1) {
  return { userNo, role, isKeyUser, status };
}
const people = {
  key: (userNo: number, status?: UserStatus) => person(userNo, 1, 'Y', status),
  total: (userNo: number, status?: UserStatus) => person(userNo, 1, 'N', status),
  group: (userNo: number, status?: UserStatus) => person(userNo, 3, 'N', status),
  user: (userNo: number, status?: UserStatus) => person(userNo, 2, 'N', status),
};
type Who = keyof typeof people;

describe('viewing as another user', () => {
  test.each<[Who, ...ViewAsVerdict[]]>([
    ['key', 'allowed', 'allowed', 'allowed', 'allowed'],
    ['total', 'higherRole', 'allowed', 'allowed', 'allowed'],
    ['group', 'noRight', 'noRight', 'noRight', 'noRight'],
    ['user', 'noRight', 'noRight', 'noRight', 'noRight'],
  ])('is allowed only for total admins and users with no higher role; actor: %s', (actor, ...verdicts) => {
    const seen = Object.values(people).map((person) => person(2));
    expect(seen.map((one) => checkViewAs(people[actor](1), one))).toEqual(verdicts);
  });

  test.each([
    [1, 'allowed'],
    [2, 'notActive'],
    [3, 'notActive'],
    [4, 'allowed'],
  ] as const)('of a user with status %d is %s', (status, verdict) => {
    expect(checkViewAs(people.total(1), people.user(2, status))).toBe(verdict);
  });

  test.each([2, 3, 4] as const)('is refused for an admin with status %d', (status) => {
    expect(checkViewAs(people.key(1, status), people.user(2))).toBe('noRight');
  });

  test("is refused for the admin's own account", () => {
    expect(checkViewAs(people.key(1), people.key(1))).toBe('self');
  });

  test('does not reveal the status of a user with a higher role', () => {
    expect(checkViewAs(people.total(1), people.key(2, 2))).toBe('higherRole');
  });
});
