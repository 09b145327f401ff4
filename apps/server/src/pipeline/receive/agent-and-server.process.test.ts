import { join } from 'node:path';
import { openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { addRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertCluster } from '../testing/test-pipeline.ts';
import { clusterTokens } from './tokens/cluster-token.ts';

const SERVER = join(import.meta.dirname, 'testing/serve-until-killed.ts');
const AGENT = join(import.meta.dirname, '../../../../agent/src/testing/numbered-batches-agent.ts');
/** `npm run soak` sets a higher number. */
const KILLS = Number(process.env.GWANJE_SOAK_KILLS ?? 1);
const WITHIN_MS = 120_000;
const SAMPLE_INTERVAL_MS = 15_000;
const HOUR_MS = 3_600_000;

describe('an agent and a server in separate processes', () => {
  let stack: AsyncDisposableStack;
  let database: TestDatabase;
  let hostId: number;
  let token: string;
  let folder: string;
  let url = '';
  let port = 0;

  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    database = await openTestDatabase();
    stack.defer(() => database.close());
    folder = stack.use(temporaryFolder()).path;
    hostId = await insertCluster(database.db);
    const issued = clusterTokens.make();
    token = issued.token;
    await addRows(database.db, 'clusterToken', {
      hostId,
      role: 'cluster',
      tokenHash: issued.tokenHash,
      prefix: issued.prefix,
    });
    port = 0;
  });
  afterEach(() => stack.disposeAsync());

  async function startServer(): Promise<TestProcess> {
    const args = [JSON.stringify(database.address), join(folder, 'metrics'), `${port}`];
    const server = new TestProcess(SERVER, { args });
    stack.defer(async () => void (await server.kill()));
    const line = await server.waitForLine((text) => text.startsWith('listening at '), WITHIN_MS);
    url = line.slice('listening at '.length);
    port = Number(new URL(url).port);
    return server;
  }

  function startAgent(first: number, plan: object): TestProcess {
    const args = [join(folder, 'agent'), url, `${first}`, JSON.stringify({ token, ...plan })];
    const agent = new TestProcess(AGENT, { args });
    stack.defer(async () => void (await agent.kill()));
    return agent;
  }

  function promisedBy(agent: TestProcess): number {
    return Math.max(-1, ...agent.lines.map(Number).filter((number) => !Number.isNaN(number)));
  }

  const stored = () => database.db.selectFrom('event').select('uid').where('hostId', '=', hostId).execute();

  /** Waits until all events up to this number are stored. The timeout restarts while more events arrive. */
  async function arrived(last: number): Promise<void> {
    let untilMs = Date.now() + WITHIN_MS;
    let cnt = 0;
    for (;;) {
      const uids = new Set((await stored()).map(({ uid }) => uid));
      if (uids.has(`event-${last}`)) return;
      if (uids.size > cnt) untilMs = Date.now() + WITHIN_MS;
      cnt = uids.size;
      if (Date.now() > untilMs) throw new Error(`event ${last} has not come; ${uids.size} have`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function holdsAll(last: number): Promise<void> {
    const numbers = Array.from({ length: last + 1 }, (_, number) => number);
    const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name).sort();
    const expected = numbers.map((number) => `pod-${number}`).sort();
    expect(new Set((await stored()).map(({ uid }) => uid))).toEqual(
      new Set(numbers.map((number) => `event-${number}`)),
    );
    const pods = await rowsOf(database.db, 'object', { hostId }, ['objectId', 'name']);
    expect(names(pods)).toEqual(expected);
    const changes = await database.db
      .selectFrom('objectChange')
      .innerJoin('object', 'object.objectId', 'objectChange.objectId')
      .select('object.name')
      .where('objectChange.hostId', '=', hostId)
      .execute();
    expect(names(changes)).toEqual(expected);
  }

  async function samples(fromMs: number, toMs: number): Promise<(number | null)[]> {
    const { objectId } = await rowOf(database.db, 'object', { hostId, name: 'pod-0' }, ['objectId']);
    const metrics = await openEmbeddedStore({
      dir: join(folder, 'metrics'),
      now: Date.now,
      minFreeBytes: 0,
    });
    try {
      const { series } = await metrics.series({
        scope: 'pod',
        ids: [objectId],
        metrics: ['procCnt'],
        fromMs,
        toMs,
        maxPoints: 100_000,
      });
      return series[0]?.avg.filter((value) => value !== null) ?? [];
    } finally {
      await metrics.close();
    }
  }

  it(
    `store every acknowledged batch exactly once, after ${KILLS} kills of both and an hour of samples without a server`,
    async () => {
      // Samples start 40 hours ago, so that even 100 rounds are neither in the future nor too old.
      const startMs = Math.floor(Date.now() / SAMPLE_INTERVAL_MS) * SAMPLE_INTERVAL_MS - 40 * HOUR_MS;
      const plan = { startMs, stepMs: SAMPLE_INTERVAL_MS };
      let promised = -1;
      for (let kill = 1; kill <= KILLS; kill++) {
        const server = await startServer();
        const until = promised + 10 + (kill % 10) * 3;
        const agent = startAgent(promised + 1, { ...plan, last: until + 40 });
        await agent.waitForLine(() => promisedBy(agent) >= until, WITHIN_MS);
        await Promise.all([agent.kill(), server.kill()]);
        promised = Math.max(promised, promisedBy(agent));
      }
      const storedCnt = (await stored()).length;
      const last = promised + HOUR_MS / SAMPLE_INTERVAL_MS;
      const alone = startAgent(promised + 1, { ...plan, last });
      await alone.waitForLine(() => promisedBy(alone) >= last, WITHIN_MS);
      await alone.kill();
      expect(await stored()).toHaveLength(storedCnt);

      const server = await startServer();
      const agent = startAgent(last + 1, { ...plan, last: last + 1 });
      await arrived(last + 1);
      await Promise.all([agent.kill(), server.kill()]);
      await holdsAll(last + 1);
      const values = await samples(startMs, startMs + (last + 2) * SAMPLE_INTERVAL_MS);
      expect(values).toEqual(Array.from({ length: last + 2 }, (_, number) => number));
    },
    (KILLS + 4) * WITHIN_MS,
  );
});
