import type { Database } from '@gwanje/backend/database/schema';
import type { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import type { SiteCookies } from '@gwanje/backend/http/site-cookies';
import type { PasskeySite } from '@gwanje/backend/identity/factors/passkey-site';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Language } from '@gwanje/domain/i18n/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LoginSettings } from './config.ts';
import type { LoginEvents } from './events.ts';
import type { OidcProvider } from './oidc/provider.ts';
import type { PageContext } from './pages/layout.ts';
import { translate } from './pages/login-messages.ts';
import { isByOwnPage, toConsoleKey } from './request/console-key.ts';
import { chooseLanguage, LANGUAGE_COOKIE, toLanguage } from './request/language.ts';
import { safeReturnUrl } from './request/return-url.ts';

export interface LoginDeps {
  readonly settings: LoginSettings;
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** Requests are counted together with other login sites. Absent: this site counts alone. */
  readonly requestCounts?: SharedRequestCounts | undefined;
}

/** Shared by the routes of the site. */
export interface Site extends LoginDeps {
  readonly cookies: SiteCookies;
  readonly events: LoginEvents;
  readonly asset: (name: string) => string;
  readonly provider: OidcProvider | undefined;
  /** Undefined: browsers allow no passkeys at this address. */
  readonly passkeySite: PasskeySite | undefined;
}

/** Pages that can be reloaded in the other language. The provider's answer, for example, cannot. */
const RELOADABLE = new Set(['/login', '/logout', '/portal', '/proved', '/second-factor', '/set-password']);
const LANGUAGE_COOKIE_S = 365 * 24 * 60 * 60;

export function queryOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
}

function pageContext(site: Site, request: FastifyRequest): PageContext {
  const language = languageOf(request);
  return {
    language,
    t: translate[language],
    otherLanguageHref: otherLanguageHref(site, request, language),
    copyright: site.settings.copyright,
    asset: site.asset,
  };
}

function languageOf(request: FastifyRequest): Language {
  return chooseLanguage(
    queryOf(request).lang,
    // A request over the limit is refused before its cookies are read.
    request.cookies?.[LANGUAGE_COOKIE],
    request.headers['accept-language'],
  );
}

function otherLanguageHref(site: Site, request: FastifyRequest, language: Language): string {
  const path = request.url.split('?', 1)[0] ?? '';
  const more = { lang: language === 'ko' ? 'en' : 'ko' };
  return hrefOf(site, request, RELOADABLE.has(path) ? path : '/login', more);
}

export function sendPage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  page: (context: PageContext) => string,
  status = 200,
) {
  const asked = toLanguage(queryOf(request).lang);
  if (asked) {
    reply.setCookie(LANGUAGE_COOKIE, asked, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: site.settings.isSecure,
      maxAge: LANGUAGE_COOKIE_S,
    });
  }
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(page(pageContext(site, request)));
}

/** The requested return URL, or the portal if none is requested or allowed. */
export function returnUrlOf(site: Site, request: FastifyRequest): string {
  return safeReturnUrl(queryOf(request).returnUrl, {
    ownOrigin: site.settings.loginUrl,
    allowedOrigins: site.settings.returnOrigins,
  });
}

/** The key of the console, to which the session is to be bound, in any request. Without a shared cookie none is needed. */
export function claimedConsoleKey({ cookies }: Site, request: FastifyRequest): string | undefined {
  return cookies.isShared ? toConsoleKey(queryOf(request).browser) : undefined;
}

/** The same, only if a page of the console or of this site sends it: others must not bind the session. */
export function consoleKeyOf(site: Site, request: FastifyRequest): string | undefined {
  return isByOwnPage(request.headers, site.settings) ? claimedConsoleKey(site, request) : undefined;
}

/** An address of this site with the return URL and the key of the console. */
export function hrefOf(
  site: Site,
  request: FastifyRequest,
  path: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(more);
  const consoleKey = consoleKeyOf(site, request);
  if (consoleKey !== undefined) query.set('browser', consoleKey);
  if (queryOf(request).returnUrl !== undefined) query.set('returnUrl', returnUrlOf(site, request));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export function loginHref(
  site: Site,
  request: FastifyRequest,
  more: Readonly<Record<string, string>> = {},
): string {
  return hrefOf(site, request, '/login', more);
}
