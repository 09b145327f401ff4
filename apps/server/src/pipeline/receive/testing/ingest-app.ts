import type { Db } from '@gwanje/backend/database/schema';
import { createBaseApp } from '@gwanje/backend/http/base-app';
import { requireOwnOrigin } from '@gwanje/backend/http/origin-check';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase } from '@gwanje/testkit/databases';
import type { FastifyInstance } from 'fastify';
import { seedDemo } from '../../../cli/demo/seed.ts';
import {
  INGEST_PATH,
  type IngestDeps,
  isFromAgent,
  type OpenIngest,
  openIngest,
  registerIngest,
} from '../ingest-route.ts';
import { clusterTokens } from '../tokens/cluster-token.ts';
import type { ClusterToken } from '../tokens/token-cache.ts';
import { RecordingReceiver } from './recording-receiver.ts';

export interface IngestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface IngestApp extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly clock: FakeClock;
  readonly pipeline: RecordingReceiver;
  readonly ingest: OpenIngest;
  /** Issues another token for the agents of a cluster with that role. */
  issue(hostId: number, role?: ClusterToken['role']): Promise<string>;
  post(
    token: string | undefined,
    payload: Buffer | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<IngestAnswer>;
}

/** The real ingest route in front of a receiver that only records the batches. */
export async function startIngestApp(
  options: Pick<IngestDeps, 'batchLimits' | 'inFlightLimits' | 'forwarder'> = {},
): Promise<IngestApp> {
  await using stack = new AsyncDisposableStack();
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  const { db } = database;
  const clock = new FakeClock();
  await seedDemo(db, clock.now());
  const pipeline = new RecordingReceiver();
  const logger = createLogger('server', 'silent');
  const metrics = createMetrics('server');
  const ingest = stack.use(
    openIngest({ db, pipeline, logger, metrics, now: clock.now, writeAfterMs: 20, ...options }),
  );
  const app = await createBaseApp({
    logger,
    metrics,
    isSecure: false,
    trustProxy: '127.0.0.1',
    requestsPerMinute: 10,
    busyAfterMs: 0,
    isReady: async () => true,
  });
  stack.defer(() => app.close());
  requireOwnOrigin(app, 'http://localhost:4100', isFromAgent);
  await registerIngest(app, ingest);
  await app.ready();
  const opened = stack.move();
  return {
    app,
    db,
    clock,
    pipeline,
    ingest,
    async issue(hostId, role = 'cluster') {
      const { token, tokenHash, prefix } = clusterTokens.make();
      await db.insertInto('clusterToken').values({ hostId, role, tokenHash, prefix }).execute();
      return token;
    },
    async post(token, payload, headers = {}) {
      const answer = await app.inject({
        method: 'POST',
        url: INGEST_PATH,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          'content-type': 'application/json',
          ...headers,
        },
        payload,
      });
      return { status: answer.statusCode, body: JSON.parse(answer.body), headers: answer.headers };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
