import type { RoleChoice } from '@gwanje/contract/definition/fields';
import {
  auditDayChoices,
  getSecuritySettings,
  networkScopes,
  type SecuritySettings,
  STANDARD_SECURITY,
  securityFields,
} from '@gwanje/contract/settings/security';
import type { FieldErrors, FieldReasons } from '#components/forms/field-errors.ts';
import { apiQuery } from '#core/api/query.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export const securityQuery = apiQuery(getSecuritySettings, {}, { staleMs: 0 });

/** The rules that are one number, by the part of the page that shows them. */
export const numberParts = {
  sessions: ['idleMin', 'sessionMaxHours', 'maxSessions'],
  passwords: ['passwordMinLength', 'passwordHistoryCnt', 'passwordMaxDays'],
  accounts: ['lockAfterCnt', 'lockMaxMin', 'dormantDays'],
  audit: ['auditDays'],
} as const;
export type NumberRule = (typeof numberParts)[keyof typeof numberParts][number] | 'proofMin';
const numberRules: readonly NumberRule[] = [...Object.values(numberParts).flat(), 'proofMin'];

/** Rules with a few allowed values. */
export const choicesOf: { readonly [Rule in NumberRule]?: readonly number[] } = {
  auditDays: auditDayChoices,
};

/** Rules that do not apply at 0. */
const RULES_OFF_AT_ZERO = [
  'maxSessions',
  'passwordHistoryCnt',
  'passwordMaxDays',
  'dormantDays',
  'proofMin',
] as const satisfies readonly NumberRule[];

export function isOffAtZero(rule: NumberRule): rule is (typeof RULES_OFF_AT_ZERO)[number] {
  return (RULES_OFF_AT_ZERO as readonly NumberRule[]).includes(rule);
}

/** The roles in the order of the page. */
export const roleChoices = [10, 1, 3, 2] as const satisfies readonly RoleChoice[];

type TextField = NumberRule | (typeof networkScopes)[number];
export type SecurityField = TextField | 'factorRoles';
export type SecurityDraft = Readonly<Record<TextField, string>> & {
  readonly factorRoles: readonly RoleChoice[];
  readonly mailsNewBrowser: boolean;
  readonly version: number;
};

/** Everything as typed. The networks of a scope are separated by commas or line breaks. */
export function securityDraft(settings: SecuritySettings, version: number): SecurityDraft {
  const numbers = Object.fromEntries(numberRules.map((rule) => [rule, String(settings[rule])]));
  const networks = Object.fromEntries(
    networkScopes.map((scope) => [scope, settings.networks[scope].join('\n')]),
  );
  const texts = { ...numbers, ...networks } as Record<TextField, string>;
  const { factorRoles, mailsNewBrowser } = settings;
  return { ...texts, factorRoles, mailsNewBrowser, version };
}

export function settingsOf(draft: SecurityDraft): SecuritySettings {
  const numbers = Object.fromEntries(numberRules.map((rule) => [rule, Number(draft[rule])]));
  const networks = Object.fromEntries(
    networkScopes.map((scope) => [scope, draft[scope].split(/[\s,;]+/).filter((part) => part !== '')]),
  );
  const factorRoles = roleChoices.filter((role) => draft.factorRoles.includes(role));
  const { mailsNewBrowser } = draft;
  return { ...numbers, networks, factorRoles, mailsNewBrowser } as SecuritySettings;
}

export function securityErrors(draft: SecurityDraft): FieldErrors<SecurityField> {
  const errors: Partial<Record<SecurityField, PlainKey>> = {};
  for (const rule of numberRules) {
    const isNumber = /^[0-9]{1,6}$/.test(draft[rule].trim());
    if (!isNumber || !securityFields[rule].safeParse(Number(draft[rule])).success)
      errors[rule] = 'security.errors.range';
  }
  const { networks } = settingsOf(draft);
  for (const scope of networkScopes) {
    const fields = { ...STANDARD_SECURITY.networks, [scope]: networks[scope] };
    if (!securityFields.networks.safeParse(fields).success) errors[scope] = 'security.errors.network';
  }
  return errors;
}

const NETWORK_REASONS = {
  network: 'security.errors.network',
  ownAddress: 'security.errors.ownAddress',
} as const;

/** Refusals of the server, by field. */
export const SECURITY_REASONS = {
  ...(Object.fromEntries(numberRules.map((rule) => [rule, {}])) as Record<NumberRule, Record<string, never>>),
  totalAdmin: NETWORK_REASONS,
  groupAdmin: NETWORK_REASONS,
  user: NETWORK_REASONS,
  token: NETWORK_REASONS,
  wallboard: NETWORK_REASONS,
  factorRoles: { ownFactor: 'security.errors.ownFactor' },
} satisfies FieldReasons<SecurityField>;
