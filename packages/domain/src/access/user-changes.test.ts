import type { Role, UserStatus, YesNo } from '@gwanje/contract/definition/fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignableRoles, roleChoiceOf } from './permissions.ts';
import {
  checkUserChange,
  isActiveKeyAdmin,
  mayDeleteUser,
  mayHoldSession,
  roleAfter,
} from './user-changes.ts';

function person(userNo: number, role: Role, isKeyUser: YesNo = 'N', status: UserStatus = 1) {
  return { userNo, role, isKeyUser, status };
}

const [key, total, group, user] = [person(1, 1, 'Y'), person(1, 1), person(1, 3), person(1, 2)];
type Change = Parameters<typeof checkUserChange>[2];
test.each<[string, typeof key, typeof key, Change, string]>([
  ['a total admin suspends a user', total, person(2, 2), { status: 2 }, 'allowed'],
  ['a total admin may not change a key admin', total, person(2, 1, 'Y'), { name: 'x' }, 'noPermission'],
  ['a total admin may not make a user a key admin', total, person(2, 1), { isKeyUser: 'Y' }, 'noPermission'],
  ['a key admin makes a user a key admin', key, person(2, 1), { isKeyUser: 'Y' }, 'allowed'],
  ['a key user must have role 1', key, person(2, 2), { isKeyUser: 'Y' }, 'keyUserNeedsRole1'],
  ['a group admin may not demote a total admin', group, person(2, 1), { role: 2 }, 'noPermission'],
  ['a group admin may not promote a user to role 1', group, person(2, 2), { role: 1 }, 'noPermission'],
  ['a group admin promotes a user to role 3', group, person(2, 2), { role: 3 }, 'allowed'],
  ['a user changes their own name', user, user, { name: 'x' }, 'allowed'],
  ['a user may not promote themselves', user, user, { role: 1 }, 'noPermission'],
  ['an admin may not change their own role', total, total, { role: 3 }, 'noPermission'],
  ['an admin may not suspend themselves', total, total, { status: 2 }, 'noPermission'],
  ['a user may not change their own password here', total, total, { password: 'x' }, 'noPermission'],
  ['a user may not rename another user', user, person(2, 2), { name: 'x' }, 'noPermission'],
])('%s', (_name, actor, target, change, verdict) => {
  expect(checkUserChange(actor, target, change)).toBe(verdict);
});

test('a demoted key admin is no longer a key user', () => {
  expect(roleAfter(person(1, 1, 'Y'), { role: 3 })).toEqual({ role: 3, isKeyUser: 'N' });
});

const role = fc.constantFrom<Role>(1, 2, 3);
const yesNo = fc.constantFrom<YesNo>('Y', 'N');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
test('an allowed change to another user has an old and a new role that the actor may assign', () => {
  fc.assert(
    fc.property(role, yesNo, role, yesNo, maybe(role), maybe(yesNo), (ar, ak, tr, tk, nr, nk) => {
      const actor = person(1, ar, ak);
      const target = person(2, tr, tr === 1 ? tk : 'N');
      const change = { role: nr, isKeyUser: nk };
      if (checkUserChange(actor, target, change) !== 'allowed') return;
      const after = roleAfter(target, change);
      expect(assignableRoles(actor)).toContain(roleChoiceOf(target));
      expect(assignableRoles(actor)).toContain(roleChoiceOf(after));
    }),
  );
});

test('a user cannot delete their own account, and deletes only users whose role they may grant', () => {
  expect(mayDeleteUser(person(1, 1, 'Y'), person(1, 1, 'Y'))).toBe(false);
  expect(mayDeleteUser(person(1, 1), person(2, 1, 'Y'))).toBe(false);
  expect(mayDeleteUser(person(1, 1), person(2, 1))).toBe(true);
  expect(mayDeleteUser(person(1, 3), person(2, 2))).toBe(true);
  expect(mayDeleteUser(person(1, 2), person(2, 2))).toBe(false);
});

test('a suspended key admin is not active, and only normal and restricted users hold a session', () => {
  expect(isActiveKeyAdmin(person(1, 1, 'Y', 2))).toBe(false);
  expect(isActiveKeyAdmin(person(1, 1, 'Y'))).toBe(true);
  expect(([1, 2, 3, 4] as UserStatus[]).map(mayHoldSession)).toEqual([true, false, false, true]);
});
