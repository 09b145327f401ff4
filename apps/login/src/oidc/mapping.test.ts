import { describe, expect, test } from 'vitest';
import { claimValues, parseGroupMap, parseRoleMap } from './mapping.ts';

test('a map of roles names the role of each value', () => {
  expect([...parseRoleMap('admins=1, leads=3 ,*=2,chiefs=10')]).toEqual([
    ['admins', 1],
    ['leads', 3],
    ['*', 2],
    ['chiefs', 10],
  ]);
});

test.each(['admins=4', 'admins', '=1', 'admins=', 'admins=key', 'admins=constructor', '%E0%A4%A=1'])(
  'the map of roles %s is refused at start',
  (text) => expect(() => parseRoleMap(text)).toThrow(),
);

test('a map of groups names the groups of each value; separators inside names are percent-encoded', () => {
  expect([...parseGroupMap('dev=커머스/운영,dev=커머스/개발,ops=Platform/A%2FB%2C%3D')]).toEqual([
    [
      'dev',
      [
        { metaGroupName: '커머스', subGroupName: '운영' },
        { metaGroupName: '커머스', subGroupName: '개발' },
      ],
    ],
    ['ops', [{ metaGroupName: 'Platform', subGroupName: 'A/B,=' }]],
  ]);
});

test.each(['dev=커머스', 'dev=/운영', 'dev=커머스/', 'dev=a/b/c', 'dev'])(
  'the map of groups %s is refused at start',
  (text) => {
    expect(() => parseGroupMap(text)).toThrow();
  },
);

describe('the values of a claim', () => {
  test.each([
    [{ roles: ['a', 'b'] }, 'roles', ['a', 'b']],
    [{ roles: 'a' }, 'roles', ['a']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://example.com/roles': ['a'] }, 'https://example.com/roles', ['a']],
    [{ roles: ['a', 1, null, { x: 1 }] }, 'roles', ['a']],
    [{ roles: { a: true } }, 'roles', []],
    [{}, 'roles', []],
    [{}, 'constructor.name', []],
    [{ roles: null }, 'roles.x', []],
  ])('%j at %s', (claims, path, expected) => expect(claimValues(claims, path)).toEqual(expected));
});
