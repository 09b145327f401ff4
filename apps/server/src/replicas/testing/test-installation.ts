import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '@gwanje/backend/database/connection';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import type { Batch } from '@gwanje/kinds/batch';
import { startVictoriaMetrics } from '@gwanje/metric-store/testing/engines';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { freePort } from '@gwanje/testkit/free-port';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createServerApp } from '../../app.ts';
import { readSettings } from '../../config.ts';
import { INGEST_PATH } from '../../pipeline/receive/ingest-route.ts';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import { type OpenServices, openServices } from '../../services.ts';
import { addCluster, addMetaGroup, addSubGroup } from '../../testing/world.ts';
import { joinReplicas, type Replica, type ReplicaTimes } from '../join-replicas.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** A replica that gets no processor time for a second still has its lease. */
const TIMES: ReplicaTimes = {
  leaseMs: 6_000,
  renewEveryMs: 200,
  lookEveryMs: 200,
  rebalanceEveryMs: 0,
  trustExpiryAfterMs: 500,
};

export interface RunningServer {
  readonly url: string;
  /** The public address, which browsers name in their requests. */
  readonly origin: string;
  readonly replica: Replica;
  readonly services: OpenServices;
  readonly app: FastifyInstance;
  /** Takes its connections to the database and to the others away, as a kill does. */
  kill(): Promise<void>;
  /** As SIGTERM does. */
  stop(): Promise<void>;
}

export type TestInstallation = Awaited<ReturnType<typeof startInstallation>>;

interface InstallationOptions {
  readonly clusterCnt: number;
  /** The replicas use the database through a connection pool. */
  readonly isPooled?: boolean;
}

/** Clusters with tokens on PostgreSQL and VictoriaMetrics, and as many replicas in this process as a test starts. */
export async function startInstallation({ clusterCnt, isPooled = false }: InstallationOptions) {
  await using stack = new AsyncDisposableStack();
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  const { db } = database;
  const { address } = isPooled ? stack.use(await startPgBouncer(database.address)) : database;
  if (!('url' in address)) throw new Error('not a server');
  const engine = await startVictoriaMetrics();
  stack.defer(() => engine.stop());
  const subGroupId = await addSubGroup(db, await addMetaGroup(db, null));
  const tokens = new Map<number, string>();
  for (let no = 0; no < clusterCnt; no++) await newCluster();
  const running = new Map<string, RunningServer>();
  const logger = createLogger('server', 'silent');
  const opened = stack.move();

  async function newCluster(): Promise<number> {
    const hostId = await addCluster(db, subGroupId);
    const { token, tokenHash, prefix } = clusterTokens.make();
    await db.insertInto('clusterToken').values({ hostId, role: 'cluster', tokenHash, prefix }).execute();
    tokens.set(hostId, token);
    return hostId;
  }

  async function start(): Promise<RunningServer> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await using parts = new AsyncDisposableStack();
    const folder = parts.use(temporaryFolder());
    const own = openDatabase(address);
    let isOpen = true;
    const closeDatabase = async () => {
      if (isOpen) await own.close();
      isOpen = false;
    };
    parts.defer(closeDatabase);
    const settings = readSettings({
      GWANJE_DATABASE_URL: 'url' in address ? address.url : '',
      GWANJE_METRICS_URL: engine.url,
      GWANJE_DATA_DIR: folder.path,
      GWANJE_BUSY_AFTER_MS: '0',
      GWANJE_REPLICA_URL: url,
    });
    const metrics = createMetrics('server');
    const common = { db: own.db, logger, metrics };
    const replica = parts.use(await joinReplicas({ ...common, url, port, host: '127.0.0.1', times: TIMES }));
    const services = await openServices({
      ...common,
      settings,
      now: () => new Date(),
      lease: replica.jobs,
      replica,
      areAlarmsTimed: false,
    });
    parts.use(services);
    const app = await createServerApp({
      ...common,
      services,
      now: () => new Date(),
      validateAnswers: true,
      consoleDir: undefined,
    });
    parts.defer(() => app.close());
    await app.ready();
    const server = parts.move();
    const dispose = async () => {
      if (running.delete(url)) await server.disposeAsync();
    };
    opened.defer(dispose);
    const handle: RunningServer = {
      url,
      origin: settings.publicUrl,
      replica,
      services,
      app,
      async kill() {
        running.delete(url);
        await Promise.all([replica.server.close(), replica.client.close(), closeDatabase()]);
        opened.defer(() => server.disposeAsync().catch(() => {}));
      },
      async stop() {
        await replica.ownership.leave();
        await dispose();
      },
    };
    running.set(url, handle);
    return handle;
  }

  const all = () => [...running.values()];
  return {
    db,
    hostIds: () => [...tokens.keys()],
    newCluster,
    start,
    all,
    /** Every cluster has exactly one owner, and every replica has all of them. */
    isSettled: () =>
      all().every(({ services }) => services.replicas.unreadyReason() === null) &&
      [...tokens.keys()].every(
        (hostId) => all().filter(({ replica }) => replica.ownership.owns(hostId)).length === 1,
      ) &&
      all().every(({ replica }) => replica.ownership.status().every(({ movingCnt }) => movingCnt === 0)),
    /** A statement waits for a lock of another transaction. */
    async waitsForLock(): Promise<boolean> {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    },
    ownerOf: (hostId: number) => all().find(({ replica }) => replica.ownership.owns(hostId)),
    /** Sends a batch to a replica, as an agent does. */
    async send({ app }: RunningServer, hostId: number, batch: Batch) {
      const answer = await app.inject({
        method: 'POST',
        url: INGEST_PATH,
        headers: { authorization: `Bearer ${tokens.get(hostId)}`, 'content-type': 'application/json' },
        payload: JSON.stringify(batch),
      });
      return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() };
    },
    /** Sends to one replica until it answers something else than busy: clusters may be moving. */
    async sendUntilAnswered(server: RunningServer, hostId: number, batch: Batch) {
      for (;;) {
        const answer = await this.send(server, hostId, batch);
        if (answer.status !== 503) return answer;
        await setTimeout(50);
      }
    },
    /** Sends until the batch is acknowledged, to one replica after the other. */
    async deliver(hostId: number, batch: Batch): Promise<void> {
      for (let attempt = 0; ; attempt++) {
        const servers = all();
        const server = servers[attempt % servers.length];
        if (!server) throw new Error('no replica runs');
        const { status } = await this.send(server, hostId, batch);
        if (status === 200) return;
        if (status !== 503) throw new Error(`a batch was answered with ${status}`);
        await setTimeout(50);
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
