import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { Batch } from '@gwanje/kinds/batch';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { framesDuring, openPage } from '../console/page.ts';
import { type Figure, figure, percentile } from '../figure.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { crashing, Fleet, type Payload } from './fleet.ts';

/** Set lower to check only that the benchmark runs. */
const STREAMS = Number(process.env.GWANJE_BENCH_STREAMS ?? 1000);
const PODS = Number(process.env.GWANJE_BENCH_PODS ?? 10_000);
const STREAMS_PER_USER = 20;
const ROUNDS = 30;
const POLL_EVERY_MS = 50;
const WITHIN_MS = 60_000;
/** A slow machine runs fewer rounds and a part of the flood. The output shows how much was run. */
const ROUNDS_WITHIN_MS = 40_000;
const FLOOD_WITHIN_MS = 80_000;

/**
 * Measures the time from sending a batch until browsers receive its alarm: one alarm at a time, then ten
 * thousand at once.
 */
export async function measureAlarmStreams(): Promise<readonly Figure[]> {
  const log = progressLog();
  await using server = await startBenchServer(1);
  const fleet = new Fleet({ clusters: 1, podsPerCluster: PODS, podsPerNode: 50 });
  const payloads = fleet.inventory(0, new Date());
  for (const payload of payloads) await server.sender.send(payload, AbortSignal.timeout(WITHIN_MS));
  const batches = payloads.map(({ body }) => Batch.parse(JSON.parse(zstdDecompressSync(body).toString())));
  const pods = batches.flatMap(({ inventory = [] }) =>
    inventory.flatMap(({ upserts }) => upserts.filter((record) => record.kind === 'pod')),
  );
  const [first] = batches;
  if (!first) throw new Error('an empty fleet');
  let seq = Math.max(...batches.map((batch) => batch.seq));
  const batchOf = (records: readonly InventoryRecord[]): Payload => {
    seq += 1;
    const inventory = [{ listing: null, upserts: [...records], deletes: [] }];
    const batch = { ...first, seq, sentAt: new Date().toISOString(), inventory };
    return {
      cluster: 0,
      role: 'cluster',
      rows: 0,
      body: zstdCompressSync(Buffer.from(JSON.stringify(batch))),
    };
  };
  log(`${PODS} pods are stored`);
  using streams = new Streams(server.port);
  await streams.open(await server.cookies(Math.ceil(STREAMS / STREAMS_PER_USER)), STREAMS_PER_USER);
  log(`${STREAMS} streams are open`);
  const times: number[] = [];
  const lastRoundMs = performance.now() + ROUNDS_WITHIN_MS;
  const spentBefore = server.usage().cpuSec;
  let rounds = 0;
  while (rounds < ROUNDS && performance.now() < lastRoundMs) {
    const pod = pods[rounds];
    if (!pod) break;
    rounds += 1;
    const payload = batchOf([crashing(pod)]);
    const startMs = performance.now();
    const received = streams.next('event: alarm\n');
    await server.sender.send(payload, AbortSignal.timeout(WITHIN_MS));
    for (const atMs of await received) times.push(atMs - startMs);
  }
  const spentS = server.usage().cpuSec - spentBefore;
  log(`${rounds} alarms, one after the other, reached all streams`);
  const single: Figure[] = [
    figure(
      'alarm.sample_to_browser_p99_ms',
      percentile(times, 0.99),
      `ms, ${STREAMS} streams, ${rounds} alarms`,
      '<= 1000',
    ),
    figure('alarm.sample_to_browser_cpu_ms', (spentS * 1000) / rounds, 'ms of the server an alarm', '', 0),
  ];
  await using opened = await openPage(server, '/realtime-detection');
  await opened.page.locator('main h1').first().waitFor({ state: 'attached' });
  let flood: Figure[] = [];
  const { longestMs: frameMs } = await framesDuring(opened.page, async () => {
    flood = await measureFlood(server, pods.slice(rounds), batchOf);
  });
  log('the flood is over');
  return [
    ...single,
    ...flood,
    figure('alarm.flood_frame_ms', frameMs, 'ms, longest frame of the window', '<= 1000', 0),
  ];
}

/** Prints the progress of steps that take minutes. */
function progressLog(): (what: string) => void {
  const startMs = performance.now();
  return (what) =>
    console.error(`alarm.streams: ${what} (${Math.round((performance.now() - startMs) / 1000)} s)`);
}

async function measureFlood(
  server: BenchServer,
  pods: readonly PodRecord[],
  batchOf: (records: readonly InventoryRecord[]) => Payload,
): Promise<Figure[]> {
  const payloads = Array.from({ length: Math.ceil(pods.length / 2000) }, (_, at) =>
    batchOf(pods.slice(at * 2000, (at + 1) * 2000).map(crashing)),
  );
  const before = await countOf(server);
  const startMs = performance.now();
  const stop = new AbortController();
  const giveUp = AbortSignal.any([stop.signal, AbortSignal.timeout(FLOOD_WITHIN_MS)]);
  const times: number[] = [];
  let writtenCnt = 0;
  const counting = async () => {
    while (writtenCnt < pods.length) {
      const { ms, cnt } = await countOf(server, giveUp);
      times.push(ms);
      writtenCnt = cnt - before.cnt;
      await setTimeout(POLL_EVERY_MS);
    }
  };
  const sending = async () => {
    for (const payload of payloads) await server.sender.send(payload, giveUp);
  };
  // If counting or sending fails, the other must stop too: it would retry forever. Reaching the time limit is
  // not a failure.
  const stopBoth = (error: unknown) => {
    if (giveUp.aborted && !stop.signal.aborted) return;
    stop.abort(error);
    throw error;
  };
  await Promise.all([counting().catch(stopBoth), sending().catch(stopBoth)]);
  const tookMs = performance.now() - startMs;
  const { text } = await server.call('GET', '/alarm/count');
  const unfoldedCnt = Number(/"critical":(\d+)/.exec(text())?.[1]);
  return [
    figure('alarm.flood_10k_s', tookMs / 1000, `s, ${writtenCnt} of ${pods.length} written`, ''),
    figure('alarm.flood_call_p99_ms', percentile(times, 0.99), 'ms a call meanwhile', '<= 300'),
    figure('alarm.flood_heads', unfoldedCnt, 'alarms that are not folded', '<= 1000', 0),
  ];
}

/** The request of a user who views the alarm list. Retries when the server is busy, as browsers do. */
async function countOf(server: BenchServer, signal?: AbortSignal): Promise<{ ms: number; cnt: number }> {
  const body = { _method: 'get', filter: { confirmLevel: 1 } };
  const startMs = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    try {
      const { text } = await server.call('POST', '/alarms/1/1', body);
      const cnt = Number(/"totalCnt":(\d+)/.exec(text())?.[1]);
      if (Number.isNaN(cnt)) throw new Error(`no count in ${text().slice(0, 200)}`);
      return { ms: performance.now() - startMs, cnt };
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(': 503 '))) throw error;
      await setTimeout(POLL_EVERY_MS);
    }
  }
}

/** Simulated browsers: the server cannot distinguish them from real ones. */
class Streams implements Disposable {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: false, maxSockets: STREAMS });
  readonly #open: IncomingMessage[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async open(cookies: readonly string[], each: number): Promise<void> {
    for (const cookie of cookies)
      await Promise.all(Array.from({ length: each }, () => this.#openOne(cookie)));
  }

  /** The time when each stream received the text. */
  async next(text: string): Promise<number[]> {
    const received = this.#open.map((stream) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      let all = '';
      const onChunk = (chunk: string) => {
        all += chunk;
        if (!all.includes(text)) return;
        stream.off('data', onChunk);
        resolve(performance.now());
      };
      stream.on('data', onChunk);
      return promise;
    });
    const stop = new AbortController();
    const late = setTimeout(WITHIN_MS, null, { signal: stop.signal, ref: false }).then(() => {
      throw new Error('a stream did not receive the alarm within a minute');
    });
    late.catch(() => {});
    try {
      return await Promise.race([Promise.all(received), late]);
    } finally {
      stop.abort();
    }
  }

  #openOne(cookie: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { cookie: `${SESSION_COOKIE}=${cookie}`, 'sec-fetch-site': 'same-origin' };
    const options = {
      port: this.#port,
      host: '127.0.0.1',
      path: `${API_PREFIX}/stream`,
      agent: this.#agent,
      headers,
    };
    request(options, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`stream: ${answer.statusCode}`));
      answer.setEncoding('utf8');
      answer.on('error', () => {});
      answer.resume();
      this.#open.push(answer);
      resolve();
    })
      .on('error', reject)
      .end();
    return promise;
  }

  [Symbol.dispose](): void {
    for (const stream of this.#open) stream.destroy();
    this.#agent.destroy();
  }
}
