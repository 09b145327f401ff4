import { UserId } from '@gwanje/contract/users/users';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { userIdError } from './user-id.ts';

test.each([
  ['abcd', undefined],
  ['kim.min-su_01', undefined],
  ['a'.repeat(32), undefined],
  ['....', undefined],
  ['', 'empty'],
  ['abc', 'tooShort'],
  ['a'.repeat(33), 'tooLong'],
  ['Abcd', 'invalidCharacter'],
  ['ab cd', 'invalidCharacter'],
  ['abcd\n', 'invalidCharacter'],
  ['김민수님', 'invalidCharacter'],
  ['a@b.c', 'invalidCharacter'],
])('%j: %s', (userId, error) => {
  expect(userIdError(userId)).toBe(error);
});

test("the rule is the same as the contract's", () => {
  const near = fc.string({ unit: fc.constantFrom(...'abz09._-A@ '), maxLength: 36 });
  fc.assert(
    fc.property(near, (userId) => {
      expect(userIdError(userId) === undefined).toBe(UserId.safeParse(userId).success);
    }),
  );
});
