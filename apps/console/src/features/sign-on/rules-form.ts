import { RoleChoice, SubGroupId } from '@gwanje/contract/definition/fields';
import {
  getSignOnRules,
  MAX_SIGN_ON_RULES,
  type OtherwiseChoice,
  type RuleMatch,
  SignOnRule,
  type SignOnRules,
} from '@gwanje/contract/settings/sign-on-rules';
import { USUAL_CLAIM } from '@gwanje/domain/access/sign-on-rules';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import { apiQuery } from '#core/api/query.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export const signOnQuery = apiQuery(getSignOnRules, {}, { staleMs: 0 });

/** A rule as typed. */
export interface RuleDraft {
  readonly claim: string;
  readonly match: RuleMatch;
  readonly value: string;
  /** Empty: the rule gives no role. */
  readonly role: string;
  readonly subGroupIds: readonly string[];
}

export interface RulesDraft {
  readonly rules: readonly RuleDraft[];
  readonly otherwise: OtherwiseChoice;
  readonly version: number;
}

export function rulesDraft({ ruleList, otherwise }: SignOnRules, version: number): RulesDraft {
  const rules = ruleList.map(({ claim, match, value, role, grantedSubGroupIdList }) => ({
    claim,
    match,
    value,
    role: role === null ? '' : String(role),
    subGroupIds: grantedSubGroupIdList.map(String),
  }));
  return { rules, otherwise, version };
}

/** A new rule reads the claim of the rule before it. */
export function newRule(rules: readonly RuleDraft[]): RuleDraft {
  return { claim: rules.at(-1)?.claim ?? USUAL_CLAIM, match: 'exact', value: '', role: '', subGroupIds: [] };
}

export function withRule(
  rules: readonly RuleDraft[],
  index: number,
  patch: Partial<RuleDraft>,
): readonly RuleDraft[] {
  return rules.map((rule, at) => (at === index ? { ...rule, ...patch } : rule));
}

export function movedRule(rules: readonly RuleDraft[], from: number, to: number): readonly RuleDraft[] {
  const [moved] = rules.slice(from, from + 1);
  return moved ? rules.toSpliced(from, 1).toSpliced(to, 0, moved) : rules;
}

function ruleOf({ claim, match, value, role, subGroupIds }: RuleDraft): SignOnRule {
  return {
    claim: claim.trim(),
    match,
    value: value.trim(),
    role: role === '' ? null : RoleChoice.parse(Number(role)),
    grantedSubGroupIdList: subGroupIds.map((id) => SubGroupId.parse(Number(id))),
  };
}

export function rulesOf({ rules, otherwise }: RulesDraft): SignOnRules {
  return { ruleList: rules.map(ruleOf), otherwise };
}

export type RuleErrors = Readonly<Partial<Record<'claim' | 'value', PlainKey>>>;

export function ruleErrors(rule: RuleDraft): RuleErrors {
  const { claim, value } = SignOnRule.shape;
  return {
    ...(!claim.safeParse(rule.claim).success && { claim: 'signOn.errors.claim' as const }),
    ...(!value.safeParse(rule.value).success && { value: 'signOn.errors.value' as const }),
  };
}

/** All rules together are one field: the server names no field inside them. */
export function rulesErrors({ rules }: RulesDraft): FieldErrors<'rules'> {
  const areValid =
    rules.length <= MAX_SIGN_ON_RULES && rules.every((rule) => Object.keys(ruleErrors(rule)).length === 0);
  return areValid ? {} : { rules: 'signOn.errors.rules' };
}

/** Group names as typed, one in each line. */
export function namesOf(text: string): string[] {
  const names = text.split('\n').map((line) => line.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
