import { SubGroupId } from '@gwanje/contract/definition/fields';
import { type RuleMatch, SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimsOf, fits, membershipChange, signOnResult } from './sign-on-rules.ts';

const rule = (value: string, over: object = {}) => ({
  claim: 'groups',
  match: 'exact',
  value,
  role: null,
  grantedSubGroupIdList: [],
  ...over,
});
const rules = (ruleList: object[], otherwise = 'refuse') => SignOnRules.parse({ ruleList, otherwise });
const ids = (...numbers: number[]) => numbers.map((one) => SubGroupId.parse(one));

describe('a value fits', () => {
  test.each<[RuleMatch, string, string, boolean]>([
    ['exact', 'ops', 'ops', true],
    ['exact', 'ops', 'Ops', false],
    ['exact', 'o*', 'ops', false],
    ['prefix', '/gwanje/', '/gwanje/ops', true],
    ['prefix', '/gwanje/', '/other/gwanje/', false],
    ['pattern', '*', '', true],
    ['pattern', 'gwanje-*-admin', 'gwanje-shop-admin', true],
    ['pattern', 'gwanje-*-admin', 'gwanje-admin', false],
    ['pattern', '*-ops-*', 'kr-ops-1', true],
    ['pattern', 'a*b*c', 'aXbXbXc', true],
    ['pattern', 'a*a', 'a', false],
    ['pattern', 'ab*ba', 'aba', false],
    ['pattern', 'a*bc*c', 'abc', false],
    ['pattern', 'a.c', 'abc', false],
    ['pattern', 'plain', 'plain', true],
  ])('%s %s: %s is %s', (match, value, given, expected) =>
    expect(fits({ match, value }, given)).toBe(expected),
  );

  test('a pattern as the same pattern of a regular expression', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(letters, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }), (value, given) => {
        const expected = new RegExp(`^${value.replace(/\*+/g, '.*')}$`).test(given);
        expect(fits({ match: 'pattern', value }, given)).toBe(expected);
      }),
    );
  });

  test('a hostile pattern without trying every combination', () => {
    expect(fits({ match: 'pattern', value: '*a'.repeat(100) }, `${'a'.repeat(10_000)}b`)).toBe(false);
  });
});

describe('the result', () => {
  const some = rules([
    rule('chiefs', { role: 1 }),
    rule('lead-*', { match: 'pattern', role: 3, grantedSubGroupIdList: [1] }),
    rule('ops', { grantedSubGroupIdList: [1, 2] }),
    rule('staff', { claim: 'roles', role: 2 }),
  ]);

  const of = (role: unknown, roleRuleNo: number | null, ruleNoList: number[], ...ids: number[]) => ({
    role,
    roleRuleNo,
    ruleNoList,
    grantedSubGroupIdList: ids,
  });
  test.each<[Record<string, string[]>, object]>([
    [{ groups: ['chiefs', 'lead-shop'] }, of(1, 0, [0, 1], 1)],
    [{ groups: ['ops', 'lead-x'] }, of(3, 1, [1, 2], 1, 2)],
    [{ groups: ['ops'], roles: ['staff'] }, of(2, 3, [2, 3], 1, 2)],
    [{ groups: ['ops'] }, of('refuse', null, [2], 1, 2)],
    [{ groups: ['staff'] }, of('refuse', null, [])],
    [{}, of('refuse', null, [])],
  ])('for %j is %j', (values, expected) => expect(signOnResult(some, values)).toMatchObject(expected));

  test.each([
    ['keep', 'keep'],
    ['refuse', 'refuse'],
    ['user', 2],
    ['groupAdmin', 3],
    ['totalAdmin', 1],
  ])('for users without a fitting rule with `%s` is %s', (otherwise, role) =>
    expect(signOnResult(rules([rule('a', { role: 1 })], otherwise), { groups: ['b'] }).role).toBe(role),
  );

  test('does not depend on the order of the values', () => {
    const value = fc.constantFrom('a', 'b', 'ab', 'ba');
    const one: fc.Arbitrary<object> = fc.record({
      claim: fc.constant('groups'),
      match: fc.constantFrom('exact', 'prefix', 'pattern'),
      value: fc.constantFrom('a', 'b', 'a*', '*b'),
      role: fc.constantFrom(null, 1, 2, 3),
      grantedSubGroupIdList: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), fc.array(value), (list, values) => {
        const of = (groups: string[]) => signOnResult(rules(list), { groups });
        expect(of([...values].reverse())).toEqual(of(values));
      }),
    );
  });
});

test('the claims are those of the rules, else the usual one', () => {
  expect(claimsOf(rules([]))).toEqual(['groups']);
  expect(claimsOf(rules([rule('a', { claim: 'roles' }), rule('b', { claim: 'roles' })]))).toEqual(['roles']);
});

describe('the memberships of a user', () => {
  const managing = rules(
    [rule('ops', { grantedSubGroupIdList: [1, 2] }), rule('dev', { grantedSubGroupIdList: [3] })],
    'user',
  );
  const change = (groups: string[], subGroupIds: number[], grantedByRules: number[] = [], by = managing) =>
    membershipChange(by, signOnResult(by, { groups }), {
      subGroupIds: ids(...subGroupIds),
      grantedByRules: ids(...grantedByRules),
    });

  test.each([
    ['follow the rules', ['ops'], [3], [], { added: [1, 2], removed: [3] }],
    ['granted by hand stay', ['ops'], [1, 2, 9], [], { added: [], removed: [] }],
    ['end with the rule that gave them', [], [7, 9], [7], { added: [], removed: [7] }],
  ] as const)('%s', (_name, groups, before, granted, expected) =>
    expect(change([...groups], [...before], [...granted])).toEqual(expected),
  );

  test('of a refused user do not change', () => {
    const refusing = rules([rule('ops', { grantedSubGroupIdList: [1] })]);
    expect(change([], [1], [1], refusing)).toEqual({ added: [], removed: [] });
  });
});
