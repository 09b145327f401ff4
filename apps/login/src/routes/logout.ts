import { type EndedSession, logoutKey } from '@gwanje/backend/identity/sessions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { buildEndSessionUrl } from 'openid-client';
import { messagePage } from '../pages/message-page.ts';
import { safeReturnUrl } from '../request/return-url.ts';
import { clearSessionCookie, type SignedIn, signedInAs } from '../request/session-cookie.ts';
import { loginHref, queryOf, returnUrlOf, type Site, sendPage } from '../site.ts';
import { logOut, visitOf } from '../visit.ts';

/** The provider redirects here after its logout. It is registered there as post_logout_redirect_uri. */
const LOGGED_OUT_PATH = '/oidc/logged-out';

export function logoutRoutes(app: FastifyInstance, site: Site): void {
  const { cookies, settings, events } = site;

  app.get('/logout', { exposeHeadRoute: false }, async (request, reply) => {
    const signedIn = await signedInAs(site, request);
    if (!signedIn) {
      clearSessionCookie(reply, cookies);
      return reply.redirect(loginHref(site, request));
    }
    if (!isConfirmedByUser(request, signedIn)) {
      return sendPage(site, request, reply, confirmPage(site, request, signedIn));
    }
    const ended = await logOut(signedIn, visitOf(site, request));
    clearSessionCookie(reply, cookies);
    return reply.redirect(
      (await providerLogoutUrl(ended, request)) ?? loginHref(site, request, { loggedOut: '1' }),
    );
  });

  if (site.provider)
    app.get(LOGGED_OUT_PATH, async (request, reply) => {
      // The provider passes the return URL back as `state`. Anyone can change it, so it is checked again.
      const { state: returnUrl } = queryOf(request);
      const query = new URLSearchParams({ loggedOut: '1' });
      const rule = { ownOrigin: settings.loginUrl, allowedOrigins: settings.returnOrigins };
      if (returnUrl !== undefined) query.set('returnUrl', safeReturnUrl(returnUrl, rule));
      return reply.redirect(`/login?${query}`);
    });

  /** Logs the user out at the provider too. An unavailable provider does not prevent the local logout. */
  async function providerLogoutUrl(
    ended: EndedSession | undefined,
    request: FastifyRequest,
  ): Promise<string | undefined> {
    const idToken = ended?.oidcIdToken;
    if (!site.provider || !idToken) return undefined;
    try {
      const { configuration, issuer } = await site.provider.access();
      if (ended.oidcIssuer !== issuer || !configuration.serverMetadata().end_session_endpoint)
        return undefined;
      return buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: settings.loginUrl + LOGGED_OUT_PATH,
        ...(queryOf(request).returnUrl === undefined ? {} : { state: returnUrlOf(site, request) }),
      }).href;
    } catch (error) {
      events.providerFailed(error);
      return undefined;
    }
  }
}

/**
 * A logout by GET must work from the console's menu, which knows the logout key, but not from a page of another origin, also of
 * the same parent domain. The site asks for confirmation unless the user comes from its own page or typed the address.
 */
function isConfirmedByUser(request: FastifyRequest, { session }: SignedIn): boolean {
  if (queryOf(request).confirm === logoutKey(session)) return true;
  const site = request.headers['sec-fetch-site'];
  const isNavigation =
    request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document';
  return isNavigation && (site === 'same-origin' || site === 'none');
}

function confirmPage(site: Site, request: FastifyRequest, { session }: SignedIn) {
  const query = new URLSearchParams({ confirm: logoutKey(session) });
  if (queryOf(request).returnUrl !== undefined) query.set('returnUrl', returnUrlOf(site, request));
  return messagePage({
    title: 'logOutTitle',
    lead: 'logOutLead',
    primary: { label: 'logOut', href: `/logout?${query}` },
    secondary: { label: 'cancel', href: '/portal' },
  });
}
