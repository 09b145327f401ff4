import type { Database } from '@gwanje/backend/database/schema';
import { createBaseApp } from '@gwanje/backend/http/base-app';
import { requireOwnOrigin } from '@gwanje/backend/http/origin-check';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { ServerSettings } from './config.ts';
import { serveConsole } from './features/console/serve-console.ts';
import { serveDocs } from './features/docs/serve-docs.ts';
import { registerWallboardSignIn } from './features/wallboards/sign-in.ts';
import { handlers } from './handlers.ts';
import { isFromAgent, registerIngest } from './pipeline/receive/register.ts';
import { isByToken } from './platform/http/authenticate.ts';
import type { CallServices } from './platform/http/call.ts';
import { registerCalls } from './platform/http/register-calls.ts';
import { RightsMemory } from './platform/http/rights.ts';

export interface ServerDeps extends CallServices {
  readonly settings: ServerSettings;
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** Another text says that rights may have changed; null that this is not known. */
  readonly rightsStamp: () => string | null;
  readonly validateAnswers: boolean;
  /** The built console; absent in API tests. */
  readonly consoleDir: string | undefined;
}

/** The whole server without a port, so that tests talk to the real thing. */
export async function createServerApp(deps: ServerDeps): Promise<FastifyInstance> {
  const { settings } = deps;
  const app = await createBaseApp({
    logger: deps.logger,
    metrics: deps.metrics,
    isSecure: settings.isSecure,
    trustProxy: settings.trustProxy,
    requestsPerMinute: settings.requestsPerMinute,
    busyAfterMs: settings.busyAfterMs,
    isReady: async () => {
      await sql`select 1`.execute(deps.db);
      // Whoever watches this server must learn that it watches nothing any more.
      return deps.alarms.isHealthy() && !deps.metricStore.isAway();
    },
    readyDetail: () => ({
      clustersWithoutAlarms: deps.alarms.failing().size,
      ...(deps.metricStore.isAway() ? { metricStoresAway: 1 } : {}),
      ...clockDetail(deps.collector.clockBehindMs),
    }),
  });
  requireOwnOrigin(app, settings.publicUrl, (request) => isFromAgent(request) || isByToken(request));
  await registerCalls(
    app,
    { ...deps, rights: new RightsMemory({ ...deps, stamp: deps.rightsStamp }) },
    handlers,
  );
  registerWallboardSignIn(app, deps);
  await registerIngest(app, deps);
  await serveDocs(app);
  await serveConsole(app, settings, deps.consoleDir);
  return app;
}

function clockDetail(behindMs: number | null): Readonly<Record<string, number>> {
  return behindMs === null ? {} : { clockBehindSeconds: Math.round(behindMs / 1000) };
}
