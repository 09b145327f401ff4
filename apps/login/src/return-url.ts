const MAX_LENGTH = 4096;
// Parsers drop or reinterpret these, each in its own way: an address that needs them is not one we sent people from.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SUSPICIOUS = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;
/** Coming back to these would sign out, loop, or show raw answers, also when written in part as `%6c`; our pages need none. */
const NOT_A_DESTINATION = /^\/+(login|logout|oidc|api|assets)(\/|$)|%/i;

export interface ReturnRule {
  /** The login site's own origin, which local paths belong to. */
  readonly ownOrigin: string;
  readonly allowedOrigins: readonly string[];
}

/**
 * Where to go after signing in: always an absolute address on an allowed origin, whatever was asked for. Absolute also for
 * local paths, since a path such as `/.//evil.example` would become another host's when sent alone.
 */
export function safeReturnUrl(asked: unknown, rule: ReturnRule): string {
  const fallback = `${rule.ownOrigin}/`;
  if (typeof asked !== 'string' || asked.length > MAX_LENGTH || SUSPICIOUS.test(asked)) return fallback;
  const isLocalPath = /^\/(?!\/)/.test(asked);
  if (!isLocalPath && !/^https?:\/\/[^/]/i.test(asked)) return fallback;
  if (!URL.canParse(asked, rule.ownOrigin)) return fallback;
  const url = new URL(asked, rule.ownOrigin);
  if (url.username !== '' || url.password !== '') return fallback;
  if (url.origin === rule.ownOrigin) return NOT_A_DESTINATION.test(url.pathname) ? fallback : url.href;
  return rule.allowedOrigins.includes(url.origin) ? url.href : fallback;
}
