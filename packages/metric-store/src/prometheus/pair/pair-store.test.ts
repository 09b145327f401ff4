import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { MetricStoreError, type SampleBatch } from '../../interface.ts';
import { openPairStore, type PairOptions } from './pair-store.ts';

const ASKED = '{"status":"success","data":{"result":[{"metric":{},"value":[0,"1"]}]}}';

/** An engine that counts writes and can be away, keep silent or refuse. */
class FakeEngine {
  readonly writes: string[] = [];
  readCnt = 0;
  status = 204;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      if (request.url !== '/api/v1/write') {
        if (/gwanje_/.test(decodeURIComponent(`${request.url}${body}`))) this.readCnt++;
        response.end(ASKED);
        return;
      }
      if (this.status === 204) this.writes.push(body);
      response.writeHead(this.status).end();
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}

function sampleAt(tsMs: number): SampleBatch {
  return { scope: 'node', tsMs, ids: [7], columns: { cpuUsedCores: [1.5] } };
}

async function pair(options: Partial<PairOptions> = {}) {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const engines = [await new FakeEngine().start(), await new FakeEngine().start()] as const;
  const events: string[] = [];
  const nameOf = (url: string) => (url === engines[0].url ? 'first' : 'second');
  const open = async () => {
    const store = await openPairStore({
      urls: engines.map(({ url }) => url),
      queueDir: join(folder.path, 'queue'),
      maxQueueBytes: 1024 ** 2,
      retryEveryMs: 5,
      onAway: (engine) => void events.push(`${nameOf(engine)} away`),
      onBack: (engine) => void events.push(`${nameOf(engine)} back`),
      onLost: (engine, cnt) => void events.push(`${nameOf(engine)} lost ${cnt}`),
      ...options,
    });
    onTestFinished(() => store.close());
    return store;
  };
  onTestFinished(() => Promise.all(engines.map((engine) => engine.stop())).then(() => {}));
  return { open, engines, events, store: await open() };
}

test('both engines get every write', async () => {
  const { store, engines } = await pair();
  for (const tsMs of [15_000, 30_000])
    expect(await store.append([sampleAt(tsMs)])).toMatchObject({ rows: 1 });
  expect(engines[0].writes).toHaveLength(2);
  expect(engines[1].writes).toEqual(engines[0].writes);
});

test('an engine that was away gets what it missed, in order', async () => {
  const { store, engines, events } = await pair();
  const [first, second] = engines;
  await second.stop();
  for (let n = 1; n <= 5; n++) await store.append([sampleAt(n * 15_000)]);
  expect(first.writes).toHaveLength(5);
  expect((await store.stats()).engines?.[1]).toMatchObject({ isAnswering: false, lostCnt: 0 });
  await second.start();
  await expect.poll(() => second.writes).toEqual(first.writes);
  await expect
    .poll(async () => (await store.stats()).engines?.[1])
    .toMatchObject({ isAnswering: true, waitingBytes: 0 });
  expect(events).toEqual(['second away', 'second back']);
});

test('what waits for an engine survives a restart of the server', async () => {
  const { store, open, engines } = await pair();
  const [first, second] = engines;
  await second.stop();
  await store.append([sampleAt(15_000)]);
  await store.close();
  await second.start();
  await open();
  await expect.poll(() => second.writes).toEqual(first.writes);
});

test('while both engines are away nothing is acknowledged, nothing waits, and the server stays ready', async () => {
  const { store, engines } = await pair();
  for (const engine of engines) await engine.stop();
  await expect(store.append([sampleAt(15_000)])).rejects.toThrow(
    new MetricStoreError('unavailable', 'no metric store answers'),
  );
  expect(store.isDown()).toBe(false);
  expect((await store.stats()).engines?.map(({ waitingBytes }) => waitingBytes)).toEqual([0, 0]);
  await engines[0].start();
  await expect.poll(async () => (await store.stats()).engines?.[0]?.isAnswering).toBe(true);
  await store.append([sampleAt(15_000)]);
  expect(engines[0].writes).toHaveLength(1);
});

test('a full queue drops the oldest writes and counts them', async () => {
  const { store, engines, events } = await pair({ maxQueueBytes: 150 });
  const [first, second] = engines;
  await second.stop();
  for (let n = 1; n <= 6; n++) await store.append([sampleAt(n * 15_000)]);
  const lostCnt = (await store.stats()).engines?.[1]?.lostCnt ?? 0;
  expect(lostCnt).toBeGreaterThan(0);
  expect(lostCnt).toBeLessThan(6);
  expect(events.filter((event) => event === 'second lost 1')).toHaveLength(lostCnt);
  await second.start();
  await expect.poll(() => second.writes).toEqual(first.writes.slice(lostCnt));
});

test('samples that both engines refuse are bad input; one refusal is counted', async () => {
  const { store, engines } = await pair();
  engines[1].status = 400;
  await store.append([sampleAt(15_000)]);
  expect((await store.stats()).engines?.map(({ lostCnt }) => lostCnt)).toEqual([0, 1]);
  engines[0].status = 400;
  await expect(store.append([sampleAt(30_000)])).rejects.toMatchObject({ kind: 'badInput' });
});

const latest = { scope: 'node', sinceMs: Date.now() - 60_000 } as const;

test('reads go to the engine that has everything', async () => {
  const behind = new Set<string>();
  const { store, engines } = await pair({ isBehindElsewhere: (engine) => behind.has(engine) });
  const [first, second] = engines;
  await store.latest(latest);
  expect(second.readCnt).toBe(0);
  behind.add(first.url);
  await store.latest(latest);
  expect(second.readCnt).toBeGreaterThan(0);
});

test('a read that fails at one engine is answered by the other', async () => {
  const { store, engines } = await pair();
  await engines[0].stop();
  await store.latest(latest);
  expect(engines[1].readCnt).toBeGreaterThan(0);
});

test('a server that writes nothing knows too that an engine is away', async () => {
  const { engines, open, events, store: earlier } = await pair();
  await earlier.close();
  await engines[1].stop();
  const store = await open();
  await expect
    .poll(async () => (await store.stats()).engines?.map(({ isAnswering }) => isAnswering))
    .toEqual([true, false]);
  await engines[1].start();
  await expect.poll(() => events).toEqual(['second away', 'second back']);
});
