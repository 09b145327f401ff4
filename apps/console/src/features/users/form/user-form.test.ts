import { describe, expect, test } from 'vitest';
import { testUser } from '#core/testing/users.ts';
import {
  isNewUserDirty,
  newUserBody,
  type UserDraft,
  userChange,
  userDraft,
  userErrors,
} from './user-form.ts';

const user = testUser({
  userId: 'kim.operator',
  name: '김운영',
  email: 'k@example.com',
  role: 3,
  version: 4,
});

const EMPTY_USER = userDraft();
const typed = { userId: 'lee.night', name: ' 이야간 ', password: 'correct horse battery' };
const validDraft: UserDraft = { ...EMPTY_USER, ...typed, role: 2, subGroupIds: new Set([11]) };

describe('a new user', () => {
  test('without any input has an error at every required field', () => {
    const expected = { userId: 'users.idEmpty', name: 'forms.nameEmpty', role: 'users.roleRequired' };
    expect(userErrors(EMPTY_USER, true)).toEqual(expected);
  });

  test.each<[keyof UserDraft, UserDraft[keyof UserDraft], string]>([
    ['userId', 'Kim', 'users.idInvalid'],
    ['userId', 'kim', 'users.idTooShort'],
    ['userId', 'k'.repeat(33), 'users.idTooLong'],
    ['name', '\u200b', 'forms.nameControlCharacter'],
    ['name', 'x'.repeat(51), 'forms.nameTooLong'],
    ['email', 'not an address', 'users.emailInvalid'],
    ['password', 'short', 'users.passwordTooShort'],
    ['password', '1234567890', 'users.passwordCommon'],
    ['password', 'x'.repeat(201), 'users.passwordTooLong'],
  ])('with %s %j is refused at that field', (field, value, error) =>
    expect(userErrors({ ...validDraft, [field]: value }, false)).toEqual({ [field]: error }),
  );

  test('must not have the user id as password, ignoring case', () => {
    const draft = { ...validDraft, userId: 'night-shift-lee', password: 'Night-Shift-Lee' };
    expect(userErrors(draft, false)).toEqual({ password: 'users.passwordSameAsId' });
  });

  test('created by a group admin needs a group, unless the role has no groups', () => {
    const groupless = { ...validDraft, subGroupIds: new Set<number>() };
    expect(userErrors(groupless, true)).toEqual({ grantList: 'users.grantsRequired' });
    expect(userErrors(groupless, false)).toEqual({});
    expect(userErrors({ ...groupless, role: 1 }, true)).toEqual({});
  });

  test('is sent trimmed, without an empty e-mail, and with role and key-user flag', () => {
    const sent = { ...typed, name: '이야간', email: null, role: 2, isKeyUser: 'N', grantList: [] };
    expect(newUserBody(validDraft, [])).toEqual(sent);
  });

  test('with the choice "representative admin" gets role 1, the key-user flag and no groups', () => {
    const grant = { metaGroupId: 1, subGroupId: 11 } as never;
    const expected = { role: 1, isKeyUser: 'Y', grantList: [] };
    expect(newUserBody({ ...validDraft, role: 10 }, [grant])).toMatchObject(expected);
  });

  test('has unsaved changes after any input', () => {
    expect(isNewUserDirty(EMPTY_USER)).toBe(false);
    expect(isNewUserDirty({ ...EMPTY_USER, email: 'a' })).toBe(true);
    expect(isNewUserDirty({ ...EMPTY_USER, subGroupIds: new Set([1]) })).toBe(true);
  });
});

describe('a changed user', () => {
  const draft = userDraft(user, []);

  test('without changes is not sent', () => {
    expect(userChange(draft)).toBeNull();
    expect(userChange({ ...draft, name: ' 김운영 ' })).toBeNull();
  });

  test.each<[Partial<UserDraft>, object]>([
    [{ name: '김새벽' }, { name: '김새벽' }],
    [{ email: '' }, { email: null }],
    [{ status: 2 }, { status: 2 }],
    [{ role: 2 }, { role: 2, isKeyUser: 'N' }],
    [{ role: 10 }, { role: 1, isKeyUser: 'Y' }],
    [{ password: 'correct horse battery' }, { password: 'correct horse battery' }],
  ])('with %j sends only the change and the version of the user', (patch, sent) =>
    expect(userChange({ ...draft, ...patch })).toEqual({ userNo: 7, version: 4, ...sent }),
  );

  test('needs no password, but refuses an empty new password', () => {
    expect(userErrors(draft)).toEqual({});
    expect(userErrors({ ...draft, password: '' })).toEqual({ password: 'users.passwordTooShort' });
  });
});
