import { PATCH_OPERATION_SCHEMA } from 'scim-patch';
import { describe, expect, test } from 'vitest';
import { GROUP_ATTRIBUTES, patched, USER_ATTRIBUTES } from './scim-patch-request.ts';

const EXTENSION = 'urn:ietf:params:scim:schemas:extension';
const user = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'kim@example.com',
  displayName: '김하나',
  name: { formatted: '김하나' },
  active: true,
  emails: [{ value: 'kim@example.com', type: 'work', primary: true }],
  roles: [{ value: 'user', primary: true }],
};
const group = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName: '커머스/개발',
  members: [{ value: '7' }, { value: '8' }],
};

const schemas = [PATCH_OPERATION_SCHEMA];
const patch = (...Operations: object[]) => patched(user, { schemas, Operations }, USER_ATTRIBUTES);
const patchGroup = (operation: object) =>
  patched(group, { schemas, Operations: [operation] }, GROUP_ATTRIBUTES);

describe('a PATCH of a user', () => {
  test.each([
    ['a capitalised operation', { op: 'Replace', path: 'active', value: 'False' }, { active: 'False' }],
    ['no path', { op: 'replace', value: { active: false } }, { active: false }],
    [
      'dotted names without a path',
      { op: 'Add', value: { 'name.familyName': '김', displayName: '김둘' } },
      { displayName: '김둘', name: { formatted: '김하나', familyName: '김' } },
    ],
    [
      'a filter on a list',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'k@example.com' },
      { emails: [{ value: 'k@example.com', type: 'work', primary: true }] },
    ],
    [
      'a filter that fits nothing',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'h@example.com' },
      { emails: [...user.emails, { type: 'home', value: 'h@example.com' }] },
    ],
    ['a whole list', { op: 'replace', path: 'roles', value: ['admin'] }, { roles: [{ value: 'admin' }] }],
    [
      'a flag as text in a filter',
      { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'groupAdmin' },
      { roles: [{ value: 'groupAdmin', primary: true }] },
    ],
    [
      'a name with its schema',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:USERNAME', value: 'lee' },
      { userName: 'lee' },
    ],
    ['an extension', { op: 'Add', path: `${EXTENSION}:enterprise:2.0:User:department`, value: 'IT' }, {}],
    ['an attribute without a place', { op: 'replace', path: 'title', value: 'SRE' }, {}],
    ['a removal', { op: 'remove', path: 'emails[type eq "work"].value' }, { emails: [{ type: 'work' }] }],
  ])('with %s', (_name, operation, expected) =>
    expect(patch(operation)).toMatchObject({ ...user, ...expected }),
  );

  test.each([
    { op: 'move', path: 'active', value: true },
    { op: 'remove' },
    { op: 'replace', value: 'x' },
    { op: 'replace', path: 'active' },
    { op: 'replace', path: 'active[value eq "x"]', value: 1 },
    { op: 'replace', path: 'emails[', value: 1 },
    { op: 'replace', path: 'emails[type sw', value: 1 },
    { op: 'replace', path: 'emails[type zz "x"].value', value: 1 },
  ])('refuses %j', (operation) => {
    expect(() => patch(operation)).toThrow();
  });

  test('cannot reach the prototype of objects', () => {
    patch(
      { op: 'replace', path: 'constructor', value: { polluted: true } },
      { op: 'add', value: { 'constructor.polluted': true, toString: 'x' } },
    );
    for (const path of [
      'constructor.prototype.polluted',
      '__proto__.polluted',
      'name.__proto__',
      'emails[type eq "work"].__proto__.polluted',
    ])
      try {
        patch({ op: 'add', path, value: true });
      } catch {
        // Refused or ignored: both are fine.
      }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('leaves the resource before it unchanged', () => {
    const before = structuredClone(user);
    patch({ op: 'replace', path: 'displayName', value: 'x' });
    expect(user).toEqual(before);
  });
});

describe('a PATCH of a group', () => {
  test.each([
    [
      'adds members',
      { op: 'Add', path: 'members', value: [{ value: '9', display: 'lee' }] },
      ['7', '8', '9'],
    ],
    ['adds one again', { op: 'add', path: 'members', value: { value: '7', display: 'kim' } }, ['7', '8']],
    ['removes by a filter', { op: 'remove', path: 'members[value eq "7"]' }, ['8']],
    ['removes by values', { op: 'Remove', path: 'members', value: [{ $ref: null, value: '8' }] }, ['7']],
    ['replaces members', { op: 'replace', value: { members: [{ value: '9' }] } }, ['9']],
    ['removes all but one', { op: 'replace', path: 'members', value: { value: '7' } }, ['7']],
  ])('%s', (_name, operation, ids) =>
    expect(patchGroup(operation)).toMatchObject({ ...group, members: ids.map((value) => ({ value })) }),
  );

  test('removes all members', () => {
    expect(patchGroup({ op: 'remove', path: 'members' })).not.toHaveProperty('members');
  });
});
