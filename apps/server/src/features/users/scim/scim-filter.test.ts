import { expect, test } from 'vitest';
import { ScimError } from './scim-error.ts';
import { parseScimFilter } from './scim-filter.ts';

const ATTRIBUTES = ['id', 'userName', 'externalId', 'active'];

test.each([
  [undefined, {}],
  ['userName eq "kim@example.com"', { userName: 'kim@example.com' }],
  ['USERNAME EQ "Kim"', { userName: 'Kim' }],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "kim"', { userName: 'kim' }],
  ['externalId eq "a \\"b\\" \\u00e9"', { externalId: 'a "b" é' }],
  ['id eq "7" and active eq True', { id: '7', active: 'true' }],
  ['id eq "7" and id eq "8"', { id: '' }],
])('%s', (text, expected) => expect(Object.fromEntries(parseScimFilter(text, ATTRIBUTES))).toEqual(expected));

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq kim',
  'userName sw "k"',
  'userName eq "a" or userName eq "b"',
  'userName eq "a" and',
  'userName eq "a" userName eq "b"',
  'not (userName eq "a")',
  'password eq "x"',
  'constructor eq "x"',
  'userName eq "\\q"',
  'userName eq "\\ud800"',
  'userName eq "\\u0000"',
  `userName eq "${'x'.repeat(1000)}"`,
])('refuses %s', (text) => {
  expect(() => parseScimFilter(text, ATTRIBUTES)).toThrow(ScimError);
});
