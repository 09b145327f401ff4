import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('the right password matches its hash, another does not, and two hashes differ', async () => {
  const [hash, again] = await Promise.all([
    hashPassword('비밀번호 열 글자 넘게'),
    hashPassword('비밀번호 열 글자 넘게'),
  ]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
  expect(hash).not.toBe(again);
  expect(await verifyPassword(hash, '비밀번호 열 글자 넘게')).toBe(true);
  expect(await verifyPassword(hash, '비밀번호 열 글자 넘개')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('the same password typed on two systems matches', async () => {
  const hash = await hashPassword('관제'.normalize('NFD'));
  expect(await verifyPassword(hash, '관제'.normalize('NFC'))).toBe(true);
});

test.each([null, '', 'plain text', '$argon2id$broken'])('no password matches the hash %j', async (hash) => {
  expect(await verifyPassword(hash, 'no user has this password')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});
