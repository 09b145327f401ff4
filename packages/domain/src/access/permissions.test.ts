import type { Role, RoleChoice, YesNo } from '@gwanje/contract/definition/fields';
import { describe, expect, test } from 'vitest';
import {
  type Action,
  assignableRoles,
  isGroupAdmin,
  isKeyAdmin,
  isOwnerGroupAdmin,
  isPlainUser,
  isTotalAdmin,
  may,
  mayCall,
  mayGrantRole,
  mayOpenRoute,
  roleChoiceOf,
} from './permissions.ts';

function actor(role: Role, isKeyUser: YesNo = 'N', userNo = 7) {
  return { userNo, role, isKeyUser };
}
const key = actor(1, 'Y');
const total = actor(1);
const group = actor(3);
const user = actor(2);

test.each([
  ['key', key, 10, true, true, true, false],
  ['total', total, 1, false, true, true, false],
  ['group', group, 3, false, false, true, false],
  ['user', user, 2, false, false, false, true],
] as const)(
  'the checks of section 6 hold for %s',
  (_name, who, choice, keyAdmin, totalAdmin, groupAdmin, plain) => {
    expect(roleChoiceOf(who)).toBe(choice);
    expect(isKeyAdmin(who)).toBe(keyAdmin);
    expect(isTotalAdmin(who)).toBe(totalAdmin);
    expect(isGroupAdmin(who)).toBe(groupAdmin);
    expect(isPlainUser(who)).toBe(plain);
  },
);

test('isKeyUser Y has no effect on another role', () => {
  expect(isKeyAdmin(actor(3, 'Y'))).toBe(false);
  expect(roleChoiceOf(actor(2, 'Y'))).toBe(2);
});

test('a meta group is managed by total admins and by the group admin who owns it', () => {
  expect(isOwnerGroupAdmin(total, 99)).toBe(true);
  expect(isOwnerGroupAdmin(group, 7)).toBe(true);
  expect(isOwnerGroupAdmin(group, 8)).toBe(false);
  expect(isOwnerGroupAdmin(group, null)).toBe(false);
  expect(isOwnerGroupAdmin(user, 7)).toBe(false);
});

test.each([
  ['key', key, [10, 1, 3, 2]],
  ['total', total, [1, 3, 2]],
  ['group', group, [3, 2]],
  ['user', user, [2]],
] as const)('role choices of %s', (_name, who, choices: readonly RoleChoice[]) => {
  expect(assignableRoles(who)).toEqual(choices);
});

test('a plain user grants no role, and admins grant only roles up to their own', () => {
  expect(mayGrantRole(user, 2)).toBe(false);
  expect(mayGrantRole(group, 2)).toBe(true);
  expect(mayGrantRole(group, 1)).toBe(false);
  expect(mayGrantRole(total, 10)).toBe(false);
});

describe('actions', () => {
  const table: [Action, boolean, boolean, boolean][] = [
    // action, total admin, group admin on own group, group admin on another group
    ['metaGroup.create', true, false, false],
    ['metaGroup.rename', true, true, false],
    ['metaGroup.delete', true, false, false],
    ['metaGroup.setOwner', true, false, false],
    ['subGroup.manage', true, true, false],
    ['cluster.manage', true, true, false],
    ['alarmSetting.manage', true, true, false],
    ['template.manage', true, true, false],
    ['logo.manage', true, false, false],
    ['audit.readAll', true, false, false],
  ];
  test.each(table)('%s is allowed as in section 6', (action, byTotal, byOwner, byOtherOwner) => {
    expect(may(key, action, { ownerUserNo: 99 })).toBe(byTotal);
    expect(may(total, action, { ownerUserNo: 99 })).toBe(byTotal);
    expect(may(group, action, { ownerUserNo: 7 })).toBe(byOwner);
    expect(may(group, action, { ownerUserNo: 99 })).toBe(byOtherOwner);
    expect(may(group, action)).toBe(false);
    expect(may(user, action, { ownerUserNo: 7 })).toBe(false);
  });
});

test.each([
  ['all', true, true, true],
  ['groupAdmin', true, true, false],
  ['totalAdmin', true, false, false],
] as const)('access %s is allowed for the right roles', (access, byTotal, byGroup, byUser) => {
  const allowed = [total, group, user].map((who) => mayCall(who, access));
  expect(allowed).toEqual([byTotal, byGroup, byUser]);
});

test('access keyAdmin is only for representative admins', () => {
  const access = [key, total, group, user].map((who) => mayCall(who, 'keyAdmin'));
  expect(access).toEqual([true, false, false, false]);
});

test.each([
  ['main', true, true, true],
  ['eventList', true, true, true],
  ['settingUser', true, true, false],
  ['SettingGroupMeta', true, true, false],
  ['monSettings', true, true, false],
  ['settingLogo', true, false, false],
  ['settingAudit', true, false, false],
  ['settingSecurity', true, false, false],
  ['settingSignOn', true, false, false],
  ['settingPersonalData', true, false, false],
  ['settingInstallation', true, false, false],
  ['settingAccessToken', true, true, false],
])('route %s is open to the right roles', (name, byTotal, byGroup, byUser) => {
  const allowed = [total, group, user].map((who) => mayOpenRoute(who, name));
  expect(allowed).toEqual([byTotal, byGroup, byUser]);
});
