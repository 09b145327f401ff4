import { isIP } from 'node:net';
import { z } from 'zod';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the environment variables of a process once, at start. One message names all wrong variables. */
export function readEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): z.output<z.ZodObject<Shape>> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((key) => [key, environment[key] === '' ? undefined : environment[key]]),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`wrong configuration:\n${lines.join('\n')}`);
}

export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');

export const port = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,4})$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65535, 'must be a port number');

/** An origin without path: `https://gwanje.example.com`. */
export const origin = z
  .string()
  .refine(isOrigin, 'must be an http(s) origin without a path, e.g. https://gwanje.example.com')
  .transform((text) => new URL(text).origin);

export const originList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine((parts) => parts.every(isOrigin), 'must be http(s) origins, separated by commas')
  .transform((parts) => parts.map((part) => new URL(part).origin));

/** Addresses and networks, such as `10.0.0.1,192.168.0.0/16`. */
export const addressList = z
  .string()
  .refine(
    (text) => text.split(',').every(isNetwork),
    'must be IP addresses or networks, separated by commas',
  );

export const wholeNumber = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,8})$/, 'must be a whole number')
  .transform(Number);

export const positiveInt = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, 'must be a positive whole number')
  .transform(Number);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  );
}

function isNetwork(text: string): boolean {
  const [address = '', prefixLength = '0', ...rest] = text.trim().split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^[0-9]{1,3}$/.test(prefixLength) && Number(prefixLength) <= bits;
}
