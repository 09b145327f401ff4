import { digestOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import { type Account, ADMIN_RULES, AGENT_RULES, OUTSIDE_RULES } from './access.ts';

export const ACCOUNT_NAMES = ['admin', 'agent', 'outside'] as const;
export type AccountName = (typeof ACCOUNT_NAMES)[number];

const USERS: Readonly<Record<AccountName, { user: string; rules: Account['rules'] }>> = {
  admin: { user: 'kubernetes-admin', rules: ADMIN_RULES },
  agent: { user: 'system:serviceaccount:gwanje:gwanje-agent', rules: AGENT_RULES },
  outside: { user: 'system:serviceaccount:gwanje:gwanje-outside', rules: OUTSIDE_RULES },
};

/** Tokens depend on the seed, so that they survive a restart. They protect only simulated data. */
export function accountsOf(seed: number, clusterName: string): Record<AccountName, Account> {
  const account = (name: AccountName): Account => ({
    ...USERS[name],
    token: `sim-${name}-${digestOf(hashText(seed, `${clusterName} ${name}`), 1).slice(0, 40)}`,
  });
  return { admin: account('admin'), agent: account('agent'), outside: account('outside') };
}
