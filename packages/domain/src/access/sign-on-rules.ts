import type { RoleChoice, SubGroupId } from '@gwanje/contract/definition/fields';
import type {
  OtherwiseChoice,
  SignOnResult,
  SignOnRule,
  SignOnRules,
} from '@gwanje/contract/settings/sign-on-rules';

/** The values of each claim that the rules name. */
export type ClaimValues = Readonly<Record<string, readonly string[]>>;

/** The claim of a provider that most installations use. */
export const USUAL_CLAIM = 'groups';

/** The claims that the rules read; without rules the usual one, so that first rules can be previewed. */
export function claimsOf({ ruleList }: SignOnRules): readonly string[] {
  return ruleList.length === 0 ? [USUAL_CLAIM] : [...new Set(ruleList.map(({ claim }) => claim))];
}

/** The claims of the rules that nobody has read at the sign-on with these values, because no rule named them then. */
export function unseenClaims(rules: SignOnRules, values: ClaimValues): readonly string[] {
  return claimsOf(rules).filter((claim) => !Object.hasOwn(values, claim));
}

/** What the rules give to a user with these values. */
export function signOnResult(rules: SignOnRules, values: ClaimValues): SignOnResult {
  const fitting = rules.ruleList.flatMap((rule, ruleNo) =>
    (Object.hasOwn(values, rule.claim) ? (values[rule.claim] ?? []) : []).some((value) => fits(rule, value))
      ? [{ ...rule, ruleNo }]
      : [],
  );
  const deciding = fitting.find(({ role }) => role !== null);
  return {
    role: deciding?.role ?? OTHERWISE[rules.otherwise],
    roleRuleNo: deciding?.ruleNo ?? null,
    ruleNoList: fitting.map(({ ruleNo }) => ruleNo),
    grantedSubGroupIdList: unique(fitting.flatMap(({ grantedSubGroupIdList }) => grantedSubGroupIdList)),
  };
}

/** The sub groups whose members the rules decide about. Other memberships are granted by hand and stay. */
export function managedSubGroups({ ruleList }: SignOnRules): SubGroupId[] {
  return unique(ruleList.flatMap(({ grantedSubGroupIdList }) => grantedSubGroupIdList));
}

/** Names are compared as the provider writes them: case matters. */
export function fits({ match, value: wanted }: Pick<SignOnRule, 'match' | 'value'>, value: string): boolean {
  switch (match) {
    case 'exact':
      return value === wanted;
    case 'prefix':
      return value.startsWith(wanted);
    case 'pattern':
      return fitsPattern(wanted.split('*'), value);
  }
}

/** `parts` are the texts between the stars. Each is looked for behind the one before, so the time is linear. */
function fitsPattern(parts: readonly string[], value: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return value === first;
  if (!value.startsWith(first) || value.length < first.length + last.length || !value.endsWith(last))
    return false;
  let from = first.length;
  for (const part of rest) {
    const at = value.indexOf(part, from);
    if (at < 0 || at + part.length > value.length - last.length) return false;
    from = at + part.length;
  }
  return true;
}

const OTHERWISE: Readonly<Record<OtherwiseChoice, SignOnResult['role']>> = {
  keep: 'keep',
  refuse: 'refuse',
  user: 2,
  groupAdmin: 3,
  totalAdmin: 1,
};

/** Whether rules can give this role to anybody. */
export function canGive({ ruleList, otherwise }: SignOnRules, role: RoleChoice): boolean {
  return OTHERWISE[otherwise] === role || ruleList.some((rule) => rule.role === role);
}

/** What a sign-on changes in the memberships of a user. */
export function membershipChange(
  rules: SignOnRules,
  result: SignOnResult,
  current: {
    /** The sub groups that the user belongs to. */
    readonly subGroupIds: readonly SubGroupId[];
    /** Those that rules gave at the last sign-on. They end also when their rule was removed. */
    readonly grantedByRules: readonly SubGroupId[];
  },
): { readonly added: SubGroupId[]; readonly removed: SubGroupId[] } {
  if (result.role === 'refuse') return { added: [], removed: [] };
  const wanted = new Set(result.grantedSubGroupIdList);
  const managed = new Set([...managedSubGroups(rules), ...current.grantedByRules]);
  return {
    added: [...wanted].filter((subGroupId) => !current.subGroupIds.includes(subGroupId)),
    removed: current.subGroupIds.filter((subGroupId) => managed.has(subGroupId) && !wanted.has(subGroupId)),
  };
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
