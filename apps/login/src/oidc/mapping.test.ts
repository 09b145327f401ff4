import { describe, expect, test } from 'vitest';
import { claimValues, groupsFor, managedGroups, parseGroupMap, parseRoleMap, roleFor } from './mapping.ts';

describe('the strongest role from claims', () => {
  // From the strongest to the weakest role: 10, 1, 3, 2.
  const map = parseRoleMap('admins=1, leads=3 ,*=2,chiefs=10');

  test.each([
    [['admins'], 1],
    [['leads'], 3],
    [['leads', 'admins'], 1],
    [['admins', 'chiefs'], 10],
    [['others'], 2],
    [[], 2],
    [['*'], 2],
  ])('%j is role %s', (values, role) => expect(roleFor(values, map)).toBe(role));

  test('without a star, an unmapped user has no role', () => {
    expect(roleFor(['others', '*'], parseRoleMap('admins=1'))).toBeUndefined();
  });

  test('a claim value that is a property name of every object grants nothing', () => {
    expect(roleFor(['constructor', '__proto__'], parseRoleMap('admins=1'))).toBeUndefined();
  });

  test.each(['admins=4', 'admins', '=1', 'admins=', 'admins=key', 'admins=constructor', '%E0%A4%A=1'])(
    '%s is refused at start',
    (text) => expect(() => parseRoleMap(text)).toThrow(),
  );
});

describe('groups from claims', () => {
  const map = parseGroupMap('dev=커머스/운영,dev=커머스/개발,ops=Platform/A%2FB%2C%3D,again=커머스/운영');

  test('one value may map to several groups, and a group named twice counts once', () => {
    expect(groupsFor(['dev', 'again', 'unknown'], map)).toEqual([
      { metaGroupName: '커머스', subGroupName: '운영' },
      { metaGroupName: '커머스', subGroupName: '개발' },
    ]);
  });

  test('separators inside names are percent-encoded', () => {
    expect(groupsFor(['ops'], map)).toEqual([{ metaGroupName: 'Platform', subGroupName: 'A/B,=' }]);
  });

  test('single sign-on sets the members of every group in the map', () => {
    expect(managedGroups(map)).toHaveLength(3);
  });

  test.each(['dev=커머스', 'dev=/운영', 'dev=커머스/', 'dev=a/b/c', 'dev'])(
    '%s is refused at start',
    (text) => {
      expect(() => parseGroupMap(text)).toThrow();
    },
  );
});

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
