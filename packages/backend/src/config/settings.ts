import { resolve } from 'node:path';
import { isLocalhost } from '@gwanje/domain/formats/localhost';
import { z } from 'zod';
import { addressList, flag, origin, originList, port, wholeNumber } from './env.ts';

export const DEFAULT_DATA_DIR = '.data';

/** The settings that console server and login site share. */
export const commonVariables = z.object({
  GWANJE_DATA_DIR: z
    .string()
    .default(DEFAULT_DATA_DIR)
    .transform((dir) => resolve(dir)),
  GWANJE_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  GWANJE_PORT: port.default(4100),
  GWANJE_LOGIN_PORT: port.default(4101),
  GWANJE_HOST: z.string().optional(),
  GWANJE_PUBLIC_URL: origin.optional(),
  GWANJE_LOGIN_URL: origin.optional(),
  GWANJE_PORTAL_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  GWANJE_RETURN_ORIGINS: originList.default([]),
  GWANJE_COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a parent domain, e.g. example.com')
    .optional(),
  GWANJE_TRUST_PROXY: addressList.optional(),
  GWANJE_METRICS_ALLOW: addressList.optional(),
  GWANJE_METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must be 16 characters or more, without spaces')
    .optional(),
  GWANJE_BUSY_AFTER_MS: wholeNumber.default(2000),
  GWANJE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  GWANJE_DEMO: flag.default(false),
});

export function commonSettings(env: z.output<typeof commonVariables>) {
  const publicUrl = env.GWANJE_PUBLIC_URL ?? `http://localhost:${env.GWANJE_PORT}`;
  const loginUrl = env.GWANJE_LOGIN_URL ?? `http://localhost:${env.GWANJE_LOGIN_PORT}`;
  return {
    dataDir: env.GWANJE_DATA_DIR,
    /** If absent, the embedded database in the data folder is used. */
    databaseUrl: env.GWANJE_DATABASE_URL,
    // Demo accounts have known passwords: the network can use them only if an operator configures it.
    host: env.GWANJE_HOST ?? (env.GWANJE_DEMO ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    loginUrl,
    portalUrl: env.GWANJE_PORTAL_URL ?? `${loginUrl}/portal`,
    /** The origins to which the login site may redirect. */
    returnOrigins: [...new Set([publicUrl, loginUrl, ...env.GWANJE_RETURN_ORIGINS])],
    cookieDomain: env.GWANJE_COOKIE_DOMAIN?.replace(/^\./, ''),
    /** Both sites are served over HTTPS: cookies are Secure. */
    isSecure: new URL(publicUrl).protocol === 'https:' && new URL(loginUrl).protocol === 'https:',
    trustProxy: env.GWANJE_TRUST_PROXY,
    metricsAccess: { networks: env.GWANJE_METRICS_ALLOW, token: env.GWANJE_METRICS_TOKEN },
    /** With a longer event-loop delay the process refuses requests. 0 disables this. */
    busyAfterMs: env.GWANJE_BUSY_AFTER_MS,
    logLevel: env.GWANJE_LOG_LEVEL,
    isDemo: env.GWANJE_DEMO,
  };
}
export interface CommonSettings extends Readonly<ReturnType<typeof commonSettings>> {}

export function isOnLocalhost(url: string): boolean {
  return isLocalhost(new URL(url).hostname);
}
