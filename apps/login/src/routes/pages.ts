import { toAppError } from '@gwanje/backend/http/error-answers';
import { bindToConsole, listSessionsOfUser, touchSession } from '@gwanje/backend/identity/sessions';
import { isSecret } from '@gwanje/backend/identity/tokens';
import { toUser } from '@gwanje/backend/identity/users';
import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { loginPage } from '../pages/login-page.ts';
import { messagePage } from '../pages/message-page.ts';
import { portalPage } from '../pages/portal-page.ts';
import { setPasswordPage } from '../pages/set-password-page.ts';
import { signedInAs } from '../request/session-cookie.ts';
import { loginHref, queryOf, returnUrlOf, type Site, sendPage } from '../site.ts';

export function pageRoutes(app: FastifyInstance, site: Site): void {
  const { db, settings, now } = site;

  app.get('/', async (_request, reply) => reply.redirect('/portal'));

  app.get('/login', async (request, reply) => {
    const returnUrl = returnUrlOf(site, request);
    const consoleBrowser = browserKeyIn(request);
    const signedIn = await signedInAs(site, request);
    if (signedIn) {
      if (consoleBrowser) await bindToConsole(db, signedIn.session, Buffer.from(consoleBrowser, 'base64url'));
      return reply.redirect(returnUrl);
    }
    return sendPage(site, request, reply, (context) =>
      loginPage(context, {
        // Through this page again, which binds the session to the console's browser key.
        returnUrl: consoleBrowser ? loginHref(site, request, { browser: consoleBrowser }) : returnUrl,
        hasSingleSignOn: settings.oidc !== undefined,
        isDemo: settings.isDemo,
        notice: queryOf(request).loggedOut === undefined ? undefined : 'loggedOut',
      }),
    );
  });

  app.get('/set-password', async (request, reply) => sendPage(site, request, reply, setPasswordPage));

  app.get('/portal', async (request, reply) => {
    const signedIn = await signedInAs(site, request);
    if (!signedIn) return reply.redirect('/login?returnUrl=%2Fportal');
    const { session } = signedIn;
    await touchSession(db, session, now());
    const sessions = await listSessionsOfUser(db, session.account.userNo, now());
    return sendPage(site, request, reply, (context) =>
      portalPage(context, {
        user: toUser(session.account),
        links: [{ label: context.t('console'), url: settings.publicUrl }, ...settings.portalLinks],
        hasPassword: session.account.passwordHash !== null,
        sessions: sessions
          .map((one) => ({ ...one, isCurrent: one.tokenHash.equals(session.tokenHash) }))
          .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
      }),
    );
  });

  app.get('/*', async (request, reply) => {
    // A program that calls an unknown path gets an envelope.
    if (request.url.startsWith('/api/') || request.url.startsWith('/assets/')) return reply.callNotFound();
    const page = messagePage({
      title: 'notFoundTitle',
      lead: 'notFound',
      primary: { label: 'toPortal', href: '/portal' },
    });
    return sendPage(site, request, reply, page, 404);
  });
}

/** The console's name for this browser. */
function browserKeyIn(request: FastifyRequest): string | undefined {
  const { browser } = queryOf(request);
  return typeof browser === 'string' && isSecret(browser) ? browser : undefined;
}

/** Browsers get an HTML page where programs get an envelope. */
export function answerErrorsAsPages(app: FastifyInstance, site: Site): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = toAppError(error);
    if (known.errorName === 'unknown') request.log.error({ err: error }, 'unexpected error');
    else logRefusal(app.log, { reason: error }, 'page refused');
    site.metrics.errors.inc({ code: known.spec.code });
    if (known.errorName === 'busy') reply.header('retry-after', 5);
    const page = messagePage({
      title: 'failedTitle',
      lead:
        known.errorName === 'busy'
          ? 'busy'
          : known.errorName === 'tooManyRequests'
            ? 'script.tooMany'
            : 'script.failed',
      primary: { label: 'retry', href: '/login' },
      isError: true,
    });
    return sendPage(site, request, reply, page, known.spec.status);
  });
}
