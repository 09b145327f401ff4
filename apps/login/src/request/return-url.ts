const MAX_LENGTH = 4096;
// Parsers drop or interpret these characters in different ways. A URL of this product never contains them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern detects control characters
const SUSPICIOUS = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;
/** These paths would sign out, loop, or show raw answers, also if encoded as `%6c`. No page needs a `%`. */
const NOT_A_DESTINATION = /^\/+(login|logout|oidc|api|assets)(\/|$)|%/i;

export interface ReturnRule {
  /** The login site's origin, to which local paths belong. */
  readonly ownOrigin: string;
  readonly allowedOrigins: readonly string[];
}

/**
 * The URL after signing in: always an absolute URL on an allowed origin, for any input. Local paths become
 * absolute too, because a path such as `/.//evil.example` would lead to another host when sent alone.
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
