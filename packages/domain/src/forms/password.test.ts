import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonPasswords } from './common-password-list.ts';
import { isCommonPassword } from './common-passwords.ts';
import { passwordError } from './password.ts';

describe('passwords', () => {
  test.each([
    ['short', 'tooShort'],
    ['nine-char', 'tooShort'],
    ['😀😀😀😀😀', 'tooShort'],
    ['x1'.repeat(101), 'tooLong'],
    ['kim.minsu.kr', 'sameAsUserId'],
    ['Kim.Minsu.KR', 'sameAsUserId'],
    ['1234567890', 'common'],
    ['tall giraffes dance', undefined],
    ['gwanje-demo', undefined],
    ['          ', 'common'],
    ['ten-chars!', undefined],
    ['푸른 하늘 아래 산책', undefined],
    [`${'correct horse '.repeat(14)}ok`, undefined],
  ])('%j: %s', (password, error) => {
    expect(passwordError(password, 'kim.minsu.kr')).toBe(error);
  });
});

describe('common passwords', () => {
  test.each([
    ...['password123', 'Password2026!', 'P@ssw0rd1234', 'p@55w0rd2025', '123password', '!!admin1234'],
    ...['adminadmin1', 'dragondragon', 'administrator', 'Welcome2026', 'we1come2026', 'qwertyuiop'],
    ...['poiuytrewq', 'asdfghjkl;', '1qaz2wsx3edc', '1q2w3e4r5t', 'abcdefghij', 'zyxwvutsrq', '9876543210'],
    ...['1111111111', 'abababababab', 'abc1abc1abc1', 'changeme123', 'iloveyou123', 'kubernetes1'],
    ...['dkssudgktpdy', 'qlalfqjsgh1!', '비밀번호1234!!', 'Summer2026!', 'correcthorsebatterystaple'],
  ])('%s is common', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    ...['dragon48213957', 'summer rain on tin roofs', 'xk7-qp2-mm9', 'my password is long enough'],
    ...['qwerty-otter-7f', 'seoulstation3pm', 'b7Rt!q0zLm'],
  ])('%s is not common', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test('the list has more than 300 lower-case entries of at least ten characters', () => {
    expect(commonPasswords.size).toBeGreaterThan(300);
    for (const password of commonPasswords) {
      expect(password.length, password).toBeGreaterThanOrEqual(10);
      expect(password).toBe(password.toLowerCase());
    }
  });

  test('capital letters do not hide a common password', () => {
    fc.assert(
      fc.property(fc.constantFrom(...commonPasswords), (password) => {
        expect(isCommonPassword(password.toUpperCase())).toBe(true);
      }),
    );
  });

  test('long random passwords are accepted', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyz23456789'),
      minLength: 20,
      maxLength: 40,
    });
    fc.assert(
      fc.property(letters, (password) => {
        fc.pre(new Set(password).size > 8);
        expect(isCommonPassword(password)).toBe(false);
      }),
    );
  });
});
