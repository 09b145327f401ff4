import { toAppError } from '@gwanje/backend/http/error-answers';
import { hasSecondFactor, readFactors } from '@gwanje/backend/identity/factors/factors';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import {
  bindToConsole,
  isProofFresh,
  listSessionsOfUser,
  touchSession,
} from '@gwanje/backend/identity/sessions';
import { listSignIns } from '@gwanje/backend/identity/sign-ins';
import { toUser } from '@gwanje/backend/identity/users';
import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFactorRequired } from '../factor/needed-step.ts';
import { findPendingSignIn } from '../factor/pending-sign-in.ts';
import { loginPage } from '../pages/login-page.ts';
import { messagePage } from '../pages/message-page.ts';
import { portalPage } from '../pages/portal-page.ts';
import { secondFactorPage } from '../pages/second-factor-page.ts';
import { setPasswordPage } from '../pages/set-password-page.ts';
import { type SignedIn, signedInAs } from '../request/session-cookie.ts';
import {
  claimedConsoleKey,
  consoleKeyOf,
  hrefOf,
  loginHref,
  queryOf,
  returnUrlOf,
  type Site,
  sendPage,
} from '../site.ts';
import { visitOf } from '../visit.ts';

const SHOWN_SIGN_INS = 10;

export function pageRoutes(app: FastifyInstance, site: Site): void {
  const { db, settings, now } = site;

  app.get('/', async (_request, reply) => reply.redirect('/portal'));

  app.get('/login', async (request, reply) => {
    const signedIn = await signedInAs(site, request);
    if (signedIn) return goOn(request, reply, signedIn);
    const isForConsole = consoleKeyOf(site, request) !== undefined;
    return sendPage(site, request, reply, (context) =>
      loginPage(context, {
        // Through this page again, which binds the session to the key of the console.
        returnUrl: isForConsole ? loginHref(site, request) : returnUrlOf(site, request),
        secondFactorHref: hrefOf(site, request, '/second-factor'),
        mayUsePasskeys: site.passkeySite !== undefined,
        singleSignOnHref: settings.oidc && hrefOf(site, request, '/oidc/start'),
        isDemo: settings.isDemo,
        notice: queryOf(request).loggedOut === undefined ? undefined : 'loggedOut',
      }),
    );
  });

  app.get('/second-factor', async (request, reply) => {
    const signedIn = await signedInAs(site, request);
    if (signedIn) return goOn(request, reply, signedIn);
    const { origin } = visitOf(site, request);
    const pending = await findPendingSignIn(db, origin.browser, now());
    if (!pending) return reply.redirect(loginHref(site, request));
    const { account, isEnrolled } = pending;
    const factors = await readFactors(db, account.userNo);
    const isForConsole = consoleKeyOf(site, request) !== undefined;
    return sendPage(site, request, reply, (context) =>
      secondFactorPage(context, {
        returnUrl: isForConsole ? loginHref(site, request) : returnUrlOf(site, request),
        loginHref: loginHref(site, request),
        step: isEnrolled ? 'enrolled' : hasSecondFactor(factors) ? 'use' : 'enrol',
        name: account.name,
        card: { factors, mayUsePasskeys: site.passkeySite !== undefined, isRequired: true },
      }),
    );
  });

  /** After a sign-on in a new tab. The tab of the console goes on. */
  app.get('/proved', async (request, reply) =>
    sendPage(
      site,
      request,
      reply,
      messagePage({
        title: 'provedTitle',
        lead: 'provedLead',
        primary: { label: 'toPortal', href: '/portal' },
      }),
    ),
  );

  app.get('/set-password', async (request, reply) => sendPage(site, request, reply, setPasswordPage));

  app.get('/portal', async (request, reply) => {
    const signedIn = await signedInAs(site, request);
    if (!signedIn) return reply.redirect('/login?returnUrl=%2Fportal');
    const { session } = signedIn;
    await touchSession(db, session, now());
    const signIns = await listSignIns(db, session.account.userNo, SHOWN_SIGN_INS);
    const factors = await readFactors(db, session.account.userNo);
    const { settings: security } = await readSecuritySettings(db);
    const sessions = await listSessionsOfUser(db, session.account.userNo, now());
    return sendPage(site, request, reply, (context) =>
      portalPage(context, {
        user: toUser(session.account),
        links: [{ label: context.t('console'), url: settings.publicUrl }, ...settings.portalLinks],
        signIns,
        hasPassword: session.account.passwordHash !== null,
        passwordMinLength: security.passwordMinLength,
        factor: {
          factors,
          mayUsePasskeys: site.passkeySite !== undefined,
          isRequired: isFactorRequired(session.account, security),
          isProofFresh: isProofFresh(session, now()),
        },
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

  /** Binds the session to the key of the console, if there is a new one, and goes to the return URL. */
  async function goOn(request: FastifyRequest, reply: FastifyReply, { session }: SignedIn) {
    const claimed = claimedConsoleKey(site, request);
    const hash = claimed === undefined ? null : Buffer.from(claimed, 'base64url');
    if (claimed !== undefined && hash && !session.consoleBrowserHash?.equals(hash)) {
      if (consoleKeyOf(site, request) !== undefined) await bindToConsole(db, session, hash);
      else if (request.headers.referer === undefined)
        return sendPage(site, request, reply, confirmPage(request, claimed));
    }
    return reply.redirect(returnUrlOf(site, request));
  }

  /** For browsers that send no Referer. Its link is a navigation by this site. */
  function confirmPage(request: FastifyRequest, browser: string) {
    return messagePage({
      title: 'continueTitle',
      lead: 'continueLead',
      primary: { label: 'continue', href: loginHref(site, request, { browser }) },
      secondary: { label: 'cancel', href: '/portal' },
    });
  }
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
      primary: { label: 'retry', href: loginHref(site, request) },
      isError: true,
    });
    return sendPage(site, request, reply, page, known.spec.status);
  });
}
