import { ConfigError, type Environment, positiveInt, readEnvironment } from '@gwanje/backend/config/env';
import {
  type CommonSettings,
  commonSettings,
  commonVariables,
  isOnLocalhost,
} from '@gwanje/backend/config/settings';
import { z } from 'zod';
import { type GroupMap, parseGroupMap, parseRoleMap, type RoleMap } from './oidc/mapping.ts';

export interface PortalLink {
  readonly label: string;
  readonly url: string;
}

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** If absent, it is a public client, protected by PKCE alone. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** These maps become the first rules of single sign-on, which the console changes from then on. */
  readonly roles: { readonly claim: string; readonly map: RoleMap } | undefined;
  readonly groups: { readonly claim: string; readonly map: GroupMap } | undefined;
}

export interface LoginSettings extends CommonSettings {
  readonly port: number;
  readonly copyright: string;
  readonly requestsPerMinute: number;
  readonly portalLinks: readonly PortalLink[];
  readonly oidc: OidcSettings | undefined;
}

const issuer = z
  .url({ protocol: /^https?$/, error: 'must be the address of an OpenID Connect issuer' })
  .refine(
    (text) => !URL.canParse(text) || text.startsWith('https://') || isOnLocalhost(text),
    'must be https outside localhost',
  );

const variables = commonVariables.extend({
  GWANJE_COPYRIGHT: z.string().max(200).default(''),
  GWANJE_LOGIN_REQUESTS_PER_MINUTE: positiveInt.default(600),
  GWANJE_PORTAL_LINKS: z.string().transform(parsed(parsePortalLinks)).default([]),
  GWANJE_OIDC_ISSUER: issuer.optional(),
  GWANJE_OIDC_CLIENT_ID: z.string().optional(),
  GWANJE_OIDC_CLIENT_SECRET: z.string().optional(),
  GWANJE_OIDC_SCOPE: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), "must contain 'openid'")
    .default('openid profile email'),
  GWANJE_OIDC_ROLE_CLAIM: z.string().optional(),
  GWANJE_OIDC_ROLE_MAP: z.string().transform(parsed(parseRoleMap)).optional(),
  GWANJE_OIDC_GROUP_CLAIM: z.string().optional(),
  GWANJE_OIDC_GROUP_MAP: z.string().transform(parsed(parseGroupMap)).optional(),
});

type Variables = z.output<typeof variables>;

export function readSettings(environment: Environment): LoginSettings {
  const env = readEnvironment(variables, environment);
  const common = commonSettings(env);
  const errors = [...cookieErrors(common), ...oidcErrors(env)];
  if (errors.length > 0) throw new ConfigError(`wrong configuration:\n  ${errors.join('\n  ')}`);
  return {
    ...common,
    port: env.GWANJE_LOGIN_PORT,
    copyright: env.GWANJE_COPYRIGHT,
    requestsPerMinute: env.GWANJE_LOGIN_REQUESTS_PER_MINUTE,
    portalLinks: env.GWANJE_PORTAL_LINKS,
    oidc: oidcSettings(env),
  };
}

/** A console that never receives the cookie would redirect users back here without end. */
function cookieErrors(common: CommonSettings): string[] {
  const hosts = [common.publicUrl, common.loginUrl].map((url) => new URL(url).hostname);
  const domain = common.cookieDomain;
  if (domain === undefined) {
    return hosts[0] === hosts[1]
      ? []
      : ['GWANJE_COOKIE_DOMAIN: needed when console and login site have different host names'];
  }
  return hosts.every((host) => host === domain || host.endsWith(`.${domain}`))
    ? []
    : ['GWANJE_COOKIE_DOMAIN: must be a parent domain of both GWANJE_PUBLIC_URL and GWANJE_LOGIN_URL'];
}

function oidcErrors(env: Variables): string[] {
  const errors = (['ROLE', 'GROUP'] as const)
    .map((part) => [`GWANJE_OIDC_${part}_CLAIM`, `GWANJE_OIDC_${part}_MAP`] as const)
    .filter(([claim, map]) => (env[claim] === undefined) !== (env[map] === undefined))
    .map((names) => `${names.join(', ')}: neither works without the other`);
  return env.GWANJE_OIDC_ISSUER !== undefined && env.GWANJE_OIDC_CLIENT_ID === undefined
    ? ['GWANJE_OIDC_CLIENT_ID: needed with GWANJE_OIDC_ISSUER', ...errors]
    : errors;
}

function oidcSettings(env: Variables): OidcSettings | undefined {
  if (env.GWANJE_OIDC_ISSUER === undefined || env.GWANJE_OIDC_CLIENT_ID === undefined) return undefined;
  const { GWANJE_OIDC_ROLE_CLAIM: roleClaim, GWANJE_OIDC_ROLE_MAP: roleMap } = env;
  const { GWANJE_OIDC_GROUP_CLAIM: groupClaim, GWANJE_OIDC_GROUP_MAP: groupMap } = env;
  return {
    issuer: env.GWANJE_OIDC_ISSUER,
    clientId: env.GWANJE_OIDC_CLIENT_ID,
    clientSecret: env.GWANJE_OIDC_CLIENT_SECRET,
    scope: env.GWANJE_OIDC_SCOPE,
    roles: roleClaim !== undefined && roleMap ? { claim: roleClaim, map: roleMap } : undefined,
    groups: groupClaim !== undefined && groupMap ? { claim: groupClaim, map: groupMap } : undefined,
  };
}

/** `label=url,label=url` */
function parsePortalLinks(text: string): PortalLink[] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const at = entry.indexOf('=');
      const label = entry.slice(0, Math.max(at, 0)).trim();
      const url = entry.slice(at + 1).trim();
      if (label === '' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
        throw new Error(`'${entry.trim()}' must be label=http(s) address`);
      }
      return { label, url: new URL(url).href };
    });
}

/** Reports the error of a throwing parser together with the others. */
function parsed<Value>(parse: (text: string) => Value) {
  return (text: string, context: z.RefinementCtx): Value => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'malformed' });
      return z.NEVER;
    }
  };
}
