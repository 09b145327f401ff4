import { createBaseApp } from '@gwanje/backend/http/base-app';
import { requireOwnOrigin } from '@gwanje/backend/http/origin-check';
import { refuseDuplicateCookies, siteCookies } from '@gwanje/backend/http/site-cookies';
import { passkeySiteOf } from '@gwanje/backend/identity/factors/passkey-site';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { serveAssets } from './assets.ts';
import { createLoginEvents } from './events.ts';
import { createOidcProvider } from './oidc/provider.ts';
import { seedSignOnRules } from './oidc/seed-rules.ts';
import { factorRoutes } from './routes/factors.ts';
import { logoutRoutes } from './routes/logout.ts';
import { BACKCHANNEL_PATH, backchannelRoutes, signOnRoutes } from './routes/oidc.ts';
import { answerErrorsAsPages, pageRoutes } from './routes/pages.ts';
import { secondStepRoutes } from './routes/second-step.ts';
import { linkRoutes, sessionRoutes } from './routes/session.ts';
import type { LoginDeps, Site } from './site.ts';

/** The whole login site without a port, so that tests use the real site. */
export async function createLoginApp(deps: LoginDeps): Promise<FastifyInstance> {
  const { settings, logger, metrics, now } = deps;
  const app = await createBaseApp({
    logger,
    metrics,
    isSecure: settings.isSecure,
    trustProxy: settings.trustProxy,
    requestsPerMinute: settings.requestsPerMinute,
    ...(deps.requestCounts && { requestCounts: deps.requestCounts }),
    busyAfterMs: settings.busyAfterMs,
    metricsAccess: settings.metricsAccess,
    hasStyleAttributes: false,
    isReady: async () => {
      await sql`select 1`.execute(deps.db);
      return true;
    },
  });
  const cookies = siteCookies(settings);
  refuseDuplicateCookies(app, cookies, settings.loginUrl);
  requireOwnOrigin(app, settings.loginUrl, (request) => request.routeOptions.url === BACKCHANNEL_PATH);
  // Pages and answers about a user must not be cached: the next user of the same browser must not see them.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/assets/')) reply.header('cache-control', 'no-store');
  });
  if (settings.oidc) await seedSignOnRules(deps, settings.oidc);
  const provider = settings.oidc && createOidcProvider(settings.oidc, now);
  const site: Site = {
    ...deps,
    cookies,
    events: createLoginEvents(logger, metrics),
    asset: await serveAssets(app),
    provider,
    passkeySite: passkeySiteOf(settings),
  };
  sessionRoutes(app, site);
  secondStepRoutes(app, site);
  factorRoutes(app, site);
  linkRoutes(app, site);
  await app.register(async (pages) => {
    answerErrorsAsPages(pages, site);
    pageRoutes(pages, site);
    logoutRoutes(pages, site);
    if (provider) signOnRoutes(pages, site, provider);
  });
  // In a separate scope: other routes still refuse form bodies.
  if (provider) await app.register(async (scope) => backchannelRoutes(scope, site, provider));
  return app;
}
