import { type RoleChoice, SubGroupId } from '@gwanje/contract/definition/fields';
import { groupKey } from '@gwanje/domain/access/group-path';
import { STRONGEST_FIRST } from '@gwanje/domain/access/permissions';
import { signOnResult } from '@gwanje/domain/access/sign-on-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGroupMap, parseRoleMap } from './mapping.ts';
import { rulesOfMaps } from './seed-rules.ts';

const dev = SubGroupId.parse(1);
const ops = SubGroupId.parse(2);
const subGroups = new Map([
  [groupKey({ metaGroupName: '커머스', subGroupName: '개발' }), dev],
  [groupKey({ metaGroupName: '커머스', subGroupName: '운영' }), ops],
]);
const roles = (text: string) => ({ claim: 'roles', map: parseRoleMap(text) });

test('a map of roles becomes rules that give everybody the strongest mapped role', () => {
  const names = ['a', 'b', 'c', '*'];
  const map = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom<RoleChoice>(10, 1, 3, 2)), {
    selector: ([name]) => name,
    minLength: 1,
  });
  fc.assert(
    fc.property(map, fc.subarray(['a', 'b', 'c', 'x']), (entries, values) => {
      const text = entries.map(([name, role]) => `${name}=${role}`).join(',');
      const rules = rulesOfMaps({ roles: roles(text), groups: undefined }, subGroups);
      const granted = entries
        .filter(([name]) => name === '*' || values.includes(name))
        .map(([, role]) => role);
      const strongest = STRONGEST_FIRST.find((role) => granted.includes(role)) ?? 'refuse';
      // A role for everybody is never that of a representative admin.
      const everybody = entries.find(([name]) => name === '*')?.[1];
      const expected = everybody === 10 ? 1 : strongest;
      expect(signOnResult(rules, { roles: values }).role).toBe(expected);
    }),
  );
});

test('a map of groups becomes rules without roles; groups that do not exist are left out', () => {
  const map = parseGroupMap('dev=커머스/개발,all=커머스/개발,all=커머스/운영,ghosts=없음/없음');
  const rules = rulesOfMaps({ roles: undefined, groups: { claim: 'groups', map } }, subGroups);
  expect(rules).toEqual({
    otherwise: 'keep',
    ruleList: [
      { claim: 'groups', match: 'exact', value: 'dev', role: null, grantedSubGroupIdList: [dev] },
      { claim: 'groups', match: 'exact', value: 'all', role: null, grantedSubGroupIdList: [dev, ops] },
      { claim: 'groups', match: 'exact', value: 'ghosts', role: null, grantedSubGroupIdList: [] },
    ],
  });
});
