import type { IncomingHttpHeaders } from 'node:http';
import { isSecret } from '@gwanje/backend/identity/tokens';

/** The hash of the console's browser cookie, if it has the form of one. */
export function toConsoleKey(given: unknown): string | undefined {
  return typeof given === 'string' && isSecret(given) ? given : undefined;
}

interface OwnSites {
  readonly publicUrl: string;
  readonly loginUrl: string;
}

/**
 * Whether a page of the console or of the login site navigates here. Another host of the parent domain can cause the same
 * request, but not with their Referer. The console sends its origin as Referer for this purpose.
 */
export function isByOwnPage(headers: IncomingHttpHeaders, { publicUrl, loginUrl }: OwnSites): boolean {
  const { referer = '', 'sec-fetch-site': fetchSite, 'sec-fetch-dest': destination = 'document' } = headers;
  if (destination !== 'document') return false;
  const isByLoginSite =
    fetchSite === undefined ? referer.startsWith(`${loginUrl}/`) : fetchSite === 'same-origin';
  return isByLoginSite || referer.startsWith(`${publicUrl}/`);
}
