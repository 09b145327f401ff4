import { expect, test } from 'vitest';
import { DUMMY_PASSWORD, hashPassword, verifyPassword } from './passwords.ts';

test('the right password matches its hash, another does not, and two hashes differ', async () => {
  const password = '비밀번호 열 글자 넘게';
  const [hash, again] = [await hashPassword(password), await hashPassword(password)];
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
  expect(hash).not.toBe(again);
  expect(await verifyPassword(hash, password)).toBe(true);
  // The last syllable differs.
  expect(await verifyPassword(hash, '비밀번호 열 글자 넘개')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('a password matches in any Unicode normal form', async () => {
  const hash = await hashPassword('관제'.normalize('NFD'));
  expect(await verifyPassword(hash, '관제'.normalize('NFC'))).toBe(true);
});

test.each([null, '', 'plain text', '$argon2id$broken'])(
  'no password matches a missing or invalid hash: %j',
  async (hash) => {
    expect(await verifyPassword(hash, DUMMY_PASSWORD)).toBe(false);
    expect(await verifyPassword(hash, '')).toBe(false);
  },
);
