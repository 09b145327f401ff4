import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { digestOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { JsonObject } from '../kinds/object/kind.ts';
import { ApiError, badRequest, unauthorized } from './status.ts';

/** A rule of a ClusterRole. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface Account {
  readonly token: string;
  readonly user: string;
  readonly rules: readonly PolicyRule[];
}

export interface User {
  readonly name: string;
  readonly rules: readonly PolicyRule[];
}

export interface Attributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Paths that anonymous clients may read. */
const PUBLIC_PATHS = ['/version', '/healthz', '/livez', '/readyz'];

const ANONYMOUS: User = {
  name: 'system:anonymous',
  rules: [{ verbs: ['get'], nonResourceURLs: PUBLIC_PATHS }],
};

/** Rights of every authenticated user: discovery and access reviews. */
const AUTHENTICATED: readonly PolicyRule[] = [
  {
    verbs: ['get'],
    nonResourceURLs: [...PUBLIC_PATHS, '/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*'],
  },
  { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['selfsubjectaccessreviews'] },
];

export const ADMIN_RULES: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

const READ = ['get', 'list', 'watch'];

/** The rights in the agent's manifest, and nothing else. */
export const AGENT_RULES: readonly PolicyRule[] = [
  {
    verbs: READ,
    apiGroups: [''],
    resources: [
      'nodes',
      'pods',
      'namespaces',
      'resourcequotas',
      'persistentvolumes',
      'persistentvolumeclaims',
      'events',
    ],
  },
  {
    verbs: READ,
    apiGroups: ['apps'],
    resources: ['deployments', 'replicasets', 'statefulsets', 'daemonsets'],
  },
  { verbs: READ, apiGroups: ['batch'], resources: ['jobs', 'cronjobs'] },
  { verbs: ['get'], apiGroups: [''], resources: ['nodes/stats', 'nodes/metrics'] },
];

/** For an agent outside the cluster: it reads kubelets through the API server. */
export const OUTSIDE_RULES: readonly PolicyRule[] = [
  ...AGENT_RULES,
  { verbs: ['get'], apiGroups: [''], resources: ['nodes/proxy'] },
];

export function authenticate(authorization: string | undefined, accounts: readonly Account[]): User {
  if (authorization === undefined) return ANONYMOUS;
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1];
  const account = token === undefined ? undefined : accounts.find((known) => isSame(known.token, token));
  if (!account) throw unauthorized();
  return { name: account.user, rules: [...account.rules, ...AUTHENTICATED] };
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function includes(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes('*') || list.includes(value));
}

export function mayDo(user: User, asked: Attributes): boolean {
  const full = asked.subresource === '' ? asked.resource : `${asked.resource}/${asked.subresource}`;
  return user.rules.some(
    (rule) =>
      includes(rule.verbs, asked.verb) &&
      includes(rule.apiGroups, asked.group) &&
      (includes(rule.resources, full) ||
        (asked.subresource !== '' && rule.resources?.includes(`*/${asked.subresource}`) === true)) &&
      (rule.resourceNames === undefined || rule.resourceNames.includes(asked.name)),
  );
}

export function mayVisit(user: User, verb: string, path: string): boolean {
  return user.rules.some(
    (rule) =>
      includes(rule.verbs, verb) &&
      rule.nonResourceURLs?.some((pattern) =>
        pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
      ) === true,
  );
}

export function requireAccess(user: User, asked: Attributes): void {
  if (mayDo(user, asked)) return;
  const { group, name, namespace, resource, subresource, verb } = asked;
  const what = group === '' ? resource : `${resource}.${group}`;
  const subject = name === '' ? what : `${what} "${name}"`;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  throw new ApiError(
    403,
    'Forbidden',
    `${subject} is forbidden: User "${user.name}" cannot ${verb} resource "${full}" in API group "${group}" ${where}`,
    {
      name: name === '' ? undefined : name,
      group: group === '' ? undefined : group,
      kind: resource,
    },
  );
}

export function requirePath(user: User, verb: string, path: string): void {
  if (mayVisit(user, verb, path)) return;
  throw new ApiError(403, 'Forbidden', `forbidden: User "${user.name}" cannot ${verb} path "${path}"`, {});
}

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

const Review = z.object({
  spec: z.object({
    resourceAttributes: z
      .object({
        namespace: z.string().default(''),
        verb: z.string().default(''),
        group: z.string().default(''),
        resource: z.string().default(''),
        subresource: z.string().default(''),
        name: z.string().default(''),
      })
      .optional(),
    nonResourceAttributes: z.object({ path: z.string(), verb: z.string() }).optional(),
  }),
});

/** Answers an access review with the same rules that are enforced. */
export function reviewAccess(user: User, body: unknown): JsonObject {
  const parsed = Review.safeParse(body);
  if (!parsed.success) throw badRequest('the body is no SelfSubjectAccessReview');
  const { spec } = parsed.data;
  const allowed = spec.resourceAttributes
    ? mayDo(user, spec.resourceAttributes)
    : spec.nonResourceAttributes !== undefined &&
      mayVisit(user, spec.nonResourceAttributes.verb, spec.nonResourceAttributes.path);
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: { creationTimestamp: null },
    spec: { ...spec },
    status: allowed ? { allowed, reason: 'RBAC: allowed by ClusterRole' } : { allowed },
  };
}
