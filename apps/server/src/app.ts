import { readVersion } from '@gwanje/backend/database/change-version';
import type { Db } from '@gwanje/backend/database/schema';
import { createBaseApp } from '@gwanje/backend/http/base-app';
import { requireOwnOrigin } from '@gwanje/backend/http/origin-check';
import { refuseDuplicateCookies, siteCookies } from '@gwanje/backend/http/site-cookies';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isReceipt, registerReceipts } from './alarms/notifications/receipts/receipt-routes.ts';
import { serveConsole } from './features/console/serve-console.ts';
import { serveDocs } from './features/docs/serve-docs.ts';
import { registerLogTunnel } from './features/logs/tunnel-route.ts';
import { isScim, registerScim } from './features/users/scim/scim-routes.ts';
import { registerWallboardSignIn } from './features/wallboards/wallboard-sign-in.ts';
import { isFromAgent, registerIngest } from './pipeline/receive/ingest-route.ts';
import { isByToken } from './platform/http/identity/authenticate.ts';
import { RightsCache } from './platform/http/identity/rights-cache.ts';
import { registerCalls } from './platform/http/register-calls.ts';
import { routes } from './routes.ts';
import type { Services } from './services.ts';

export interface ServerDeps {
  readonly services: Services;
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly validateAnswers: boolean;
  /** The built console; absent in API tests. */
  readonly consoleDir: string | undefined;
}

/** Builds the complete server without opening a port, so that tests can use it. */
export async function createServerApp(deps: ServerDeps): Promise<FastifyInstance> {
  const { services, db, logger, metrics, now } = deps;
  const { settings, alarms, metricStore, pipeline, replicas } = services;
  const app = await createBaseApp({
    logger,
    metrics,
    isSecure: settings.isSecure,
    trustProxy: settings.trustProxy,
    requestsPerMinute: settings.requestsPerMinute,
    ...(replicas.requestCounts && { requestCounts: replicas.requestCounts }),
    busyAfterMs: settings.busyAfterMs,
    metricsAccess: settings.metricsAccess,
    isReady: async () => {
      await readVersion(db, 'rights');
      // A server that evaluates no alarms must not look ready to its load balancer.
      return replicas.unreadyReason() === null && alarms.isHealthy() && !metricStore.isDown();
    },
    readyDetail: () => ({
      clustersWithoutAlarms: alarms.failingClusters().size,
      ...(metricStore.isDown() ? { metricStoresAway: 1 } : {}),
      ...(pipeline.refusal !== null && { ingestRefused: pipeline.refusal }),
      ...clockDetail(pipeline.clockBehindMs),
      ...(replicas.unreadyReason() !== null && { replica: `${replicas.unreadyReason()}` }),
    }),
  });
  const cookies = siteCookies(settings);
  refuseDuplicateCookies(app, cookies, settings.publicUrl);
  requireOwnOrigin(
    app,
    settings.publicUrl,
    (request) => isFromAgent(request) || isReceipt(request) || isScim(request) || isByToken(request),
  );
  const rights = new RightsCache({ db, now, ...lastKnownRights(settings) });
  await registerCalls(
    app,
    {
      db,
      now,
      rights,
      validateAnswers: deps.validateAnswers,
      cookies,
      ownOrigin: settings.publicUrl,
    },
    routes,
    { ...services, rights },
  );
  registerWallboardSignIn(app, { db, cookies, now });
  await registerIngest(app, services.ingest);
  await registerReceipts(app, { db, logger });
  await registerScim(app, { db, rights, cookies, now, publicUrl: settings.publicUrl });
  await registerLogTunnel(app, services.ingest, services.logs);
  await serveDocs(app);
  await serveConsole(app, settings, cookies, deps.consoleDir);
  return app;
}

/** How long a session stays valid while the database does not answer. */
function lastKnownRights({ databaseUrl, replica }: Services['settings']): { readonly lastKnownMs?: number } {
  // While the embedded database is down, no process can change rights in it.
  if (!databaseUrl) return { lastKnownMs: Infinity };
  // Other replicas and the login sites may still reach the database and end a session.
  return replica ? { lastKnownMs: 0 } : {};
}

function clockDetail(behindMs: number | null): Readonly<Record<string, number>> {
  if (behindMs === null) return {};
  const seconds = Math.round(Math.abs(behindMs) / 1000);
  return behindMs > 0 ? { clockBehindSeconds: seconds } : { clockAheadSeconds: seconds };
}
