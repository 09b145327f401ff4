import { SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { expect, it, test } from 'vitest';
import {
  movedRule,
  namesOf,
  newRule,
  ruleErrors,
  rulesDraft,
  rulesErrors,
  rulesOf,
  withRule,
} from './rules-form.ts';

const admins = { claim: 'groups', match: 'exact', value: 'admins', role: 1, grantedSubGroupIdList: [] };
const ops = { claim: 'realm_access.roles', match: 'prefix', value: 'ops-', role: null };
const ruleList = [admins, { ...ops, grantedSubGroupIdList: [3, 4] }];
const stored = SignOnRules.parse({ ruleList, otherwise: 'refuse' });
const draft = rulesDraft(stored, 3);

test('a draft of stored rules is valid and changes nothing', () => {
  expect(rulesErrors(draft)).toEqual({});
  expect(rulesOf(draft)).toEqual(stored);
});

it.each([
  [{ value: ' ' }, ['value']],
  [{ value: 'x'.repeat(201) }, ['value']],
  [{ claim: '' }, ['claim']],
  [{ claim: '그룹' }, ['claim']],
  [{ claim: '', value: '' }, ['claim', 'value']],
  [{ value: '그룹 이름' }, []],
])('a rule with %j has errors at %j', (patch, fields) => {
  const rules = withRule(draft.rules, 0, patch);
  expect(rules[0] && Object.keys(ruleErrors(rules[0]))).toEqual(fields);
  expect(rulesErrors({ ...draft, rules })).toEqual(fields.length > 0 ? { rules: 'signOn.errors.rules' } : {});
});

test('a new rule reads the claim of the rule before it', () => {
  expect(newRule([]).claim).toBe('groups');
  expect(newRule(draft.rules).claim).toBe('realm_access.roles');
});

test('a rule is moved to another place', () => {
  const values = (from: number, to: number) => movedRule(draft.rules, from, to).map(({ value }) => value);
  expect(values(1, 0)).toEqual(['ops-', 'admins']);
  expect(values(0, 1)).toEqual(['ops-', 'admins']);
  expect(values(5, 0)).toEqual(['admins', 'ops-']);
});

test('group names are lines, without duplicates and blanks', () =>
  expect(namesOf(' ops \n\ndev team\nops')).toEqual(['ops', 'dev team']));
