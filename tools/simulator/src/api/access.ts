import { timingSafeEqual } from 'node:crypto';
import { digestOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import { ApiError } from './status.ts';

/** A rule of a ClusterRole. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
}

export interface Account {
  readonly token: string;
  readonly user: string;
  readonly rules: readonly PolicyRule[];
}

export type User = Pick<Account, 'user' | 'rules'>;

interface Attributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly name?: string;
}

const ANONYMOUS: User = { user: 'system:anonymous', rules: [] };

const ADMIN_RULES: readonly PolicyRule[] = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }];

const READ = ['get', 'list', 'watch'];

/** The rights in the agent's manifest with logs, and nothing else. */
export const AGENT_RULES: readonly PolicyRule[] = [
  {
    verbs: READ,
    apiGroups: [''],
    resources: [
      'nodes',
      'pods',
      'namespaces',
      'resourcequotas',
      'limitranges',
      'services',
      'persistentvolumes',
      'persistentvolumeclaims',
      'events',
    ],
  },
  {
    verbs: READ,
    apiGroups: ['apps'],
    resources: ['deployments', 'replicasets', 'controllerrevisions', 'statefulsets', 'daemonsets'],
  },
  { verbs: READ, apiGroups: ['batch'], resources: ['jobs', 'cronjobs'] },
  { verbs: ['get'], apiGroups: [''], resources: ['nodes/stats', 'nodes/metrics', 'pods/log'] },
  { verbs: READ, apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'] },
  { verbs: READ, apiGroups: ['networking.k8s.io'], resources: ['ingresses'] },
  { verbs: READ, apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] },
  { verbs: READ, apiGroups: ['policy'], resources: ['poddisruptionbudgets'] },
];

/** For an agent outside the cluster: it reads kubelets through the API server. */
const OUTSIDE_RULES: readonly PolicyRule[] = [
  ...AGENT_RULES,
  { verbs: ['get'], apiGroups: [''], resources: ['nodes/proxy'] },
];

export function authenticate(authorization: string | undefined, accounts: readonly Account[]): User {
  if (authorization === undefined) return ANONYMOUS;
  const token = Buffer.from(/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '');
  const account = accounts.find((known) => {
    const expected = Buffer.from(known.token);
    return expected.length === token.length && timingSafeEqual(expected, token);
  });
  if (!account) throw new ApiError(401, 'Unauthorized', 'Unauthorized');
  return account;
}

function includes(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

function fullResource({ resource, subresource }: Attributes): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

export function mayDo(user: User, asked: Attributes): boolean {
  return user.rules.some(
    ({ verbs, apiGroups, resources }) =>
      includes(verbs, asked.verb) &&
      includes(apiGroups, asked.group) &&
      includes(resources, fullResource(asked)),
  );
}

export function requireAccess(user: User, asked: Attributes): void {
  if (mayDo(user, asked)) return;
  const { group, name, resource, verb } = asked;
  const what = group === '' ? resource : `${resource}.${group}`;
  const subject = name === undefined ? what : `${what} "${name}"`;
  throw new ApiError(
    403,
    'Forbidden',
    `${subject} is forbidden: User "${user.user}" cannot ${verb} resource "${fullResource(asked)}" in API group "${group}" at the cluster scope`,
    { name, group: group || undefined, kind: resource },
  );
}

const USERS = {
  admin: { user: 'kubernetes-admin', rules: ADMIN_RULES },
  agent: { user: 'system:serviceaccount:gwanje:gwanje-agent', rules: AGENT_RULES },
  outside: { user: 'system:serviceaccount:gwanje:gwanje-outside', rules: OUTSIDE_RULES },
};
export type AccountName = keyof typeof USERS;

/** Tokens depend on the seed, so that they survive a restart. They protect only simulated data. */
export function accountsOf(seed: number, clusterName: string): Record<AccountName, Account> {
  const account = (name: AccountName): Account => ({
    ...USERS[name],
    token: `sim-${name}-${digestOf(hashText(seed, `${clusterName} ${name}`), 1).slice(0, 40)}`,
  });
  return { admin: account('admin'), agent: account('agent'), outside: account('outside') };
}
