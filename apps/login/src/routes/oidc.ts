import { secretIn, setCookie } from '@gwanje/backend/http/site-cookies';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { endSessionsOfProvider } from '@gwanje/backend/identity/sessions';
import { newSecret } from '@gwanje/backend/identity/tokens';
import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStateOf } from '../oidc/browser-binding.ts';
import { BadLogoutToken, isFirstUse, readLogoutToken } from '../oidc/logout-token.ts';
import { type OidcProvider, ProviderUnavailable } from '../oidc/provider.ts';
import {
  CALLBACK_PATH,
  finishSignOn,
  type RefusalReason,
  SignOnRefused,
  startSignOn,
} from '../oidc/sign-on.ts';
import type { LoginKey } from '../pages/login-messages.ts';
import { messagePage } from '../pages/message-page.ts';
import { setSessionCookie } from '../request/session-cookie.ts';
import { consoleKeyOf, loginHref, queryOf, returnUrlOf, type Site, sendPage } from '../site.ts';
import { visitOf } from '../visit.ts';

export const BACKCHANNEL_PATH = '/oidc/backchannel-logout';

const REFUSALS: Readonly<Record<RefusalReason, { readonly status: number; readonly text: LoginKey }>> = {
  unreachable: { status: 503, text: 'ssoUnreachable' },
  cancelled: { status: 200, text: 'ssoCancelled' },
  expired: { status: 400, text: 'ssoExpired' },
  refused: { status: 400, text: 'ssoRefused' },
  noRole: { status: 403, text: 'ssoNoRole' },
  network: { status: 403, text: 'script.network' },
  suspended: { status: 403, text: 'script.suspended' },
  terminated: { status: 403, text: 'script.terminated' },
};

/** The routes where the browser leaves for the provider and returns. */
export function signOnRoutes(app: FastifyInstance, site: Site, provider: OidcProvider): void {
  const { settings, events, cookies } = site;
  app.get('/oidc/start', { exposeHeadRoute: false }, (request, reply) =>
    orExplain(request, reply, async () => {
      // Tabs share the browser's secret, so that starting in one does not break the other.
      const secret = secretIn(request, cookies.browser) ?? newSecret();
      const consoleKey = consoleKeyOf(site, request);
      const url = await startSignOn(site, provider, secret, {
        returnUrl: returnUrlOf(site, request),
        consoleBrowserHash: consoleKey === undefined ? null : Buffer.from(consoleKey, 'base64url'),
        isProof: queryOf(request).proof === 'Y',
      });
      setCookie(reply, cookies.browser, secret);
      return reply.redirect(url.href);
    }),
  );

  app.get(CALLBACK_PATH, { exposeHeadRoute: false }, (request, reply) =>
    orExplain(request, reply, async () => {
      const { state } = queryOf(request);
      if (!isStateOf(state, secretIn(request, cookies.browser))) throw new SignOnRefused('expired');
      const url = new URL(request.url, settings.loginUrl);
      const visit = visitOf(site, request);
      const { token, returnUrl } = await finishSignOn(visit, provider, url, state);
      setSessionCookie(reply, cookies, token, visit.origin.browser);
      return reply.redirect(returnUrl);
    }),
  );

  async function orExplain(request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) {
    try {
      return await work();
    } catch (error) {
      const reason = refusalReason(error);
      if (!reason) throw error;
      if (reason === 'unreachable') events.providerFailed(error);
      else events.signInFailed('oidc', reason, request.ip);
      request.log.debug({ err: error }, 'single sign-on refused');
      const page = messagePage({
        title: 'ssoTitle',
        lead: REFUSALS[reason].text,
        primary: { label: 'toLogin', href: loginHref(site, request) },
        isError: true,
      });
      return sendPage(site, request, reply, page, REFUSALS[reason].status);
    }
  }
}

function refusalReason(error: unknown): RefusalReason | undefined {
  if (error instanceof SignOnRefused) return error.reason;
  return error instanceof ProviderUnavailable ? 'unreachable' : undefined;
}

/** The provider's server calls this: without cookie and origin, but with a signed token. */
export function backchannelRoutes(app: FastifyInstance, site: Site, provider: OidcProvider): void {
  const { db, events, now } = site;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );

  app.post(BACKCHANNEL_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const tokens = request.body instanceof URLSearchParams ? request.body.getAll('logout_token') : [];
    const [token] = tokens;
    try {
      if (token === undefined || tokens.length > 1) throw new BadLogoutToken('one logout_token is needed');
      await endByToken(token, request.ip);
      return await reply.code(200).send();
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        events.providerFailed(error);
        throw new AppError('busy');
      }
      if (!(error instanceof BadLogoutToken)) throw error;
      logRefusal(app.log, { reason: error, address: request.ip }, 'logout token refused');
      return reply
        .code(400)
        .send({ error: 'invalid_request', error_description: 'the logout token is not valid' });
    }
  });

  async function endByToken(token: string, address: string): Promise<void> {
    const { issuer, keys } = await provider.access();
    const at = now();
    const { clientId } = provider.settings;
    const claims = await readLogoutToken(token, { issuer, clientId, keys }, at);
    const ended = await db.transaction().execute(async (trx) => {
      if (!(await isFirstUse(trx, issuer, claims.jti, at))) throw new BadLogoutToken('used before');
      const sessions = await endSessionsOfProvider(trx, issuer, claims);
      for (const userNo of new Set(sessions.map((session) => session.userNo))) {
        await recordAudit(trx, {
          actor: null,
          action: 'session.end',
          target: { kind: 'user', id: userNo },
          outcome: 'done',
          detail: { by: 'provider', issuer },
          address,
        });
      }
      return sessions;
    });
    for (const session of ended) events.loggedOut('provider', session.userNo);
  }
}
