import { Agent, type IncomingMessage, request } from 'node:http';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { API_PREFIX } from '@gwanje/contract/address';
import { Batch } from '@gwanje/contract/agent/batch';
import type { InventoryRecord } from '@gwanje/contract/agent/inventory';
import { SESSION_COOKIE } from '@gwanje/contract/session';
import { Fleet, type Payload } from '../../apps/server/bench/fleet.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import type { Figure } from './figure.ts';

const STREAMS = 1000;
const STREAMS_PER_USER = 20;
const ROUNDS = 30;
const PODS = 10_000;
const ASK_EVERY_MS = 50;
const WITHIN_MS = 60_000;

/** From the moment a batch is sent to the moment that browsers know of its alarm; then ten thousand at once. */
export async function measureAlarmStreams(): Promise<readonly Figure[]> {
  await using server = await startBenchServer(1);
  const fleet = new Fleet({ clusters: 1, podsPerCluster: PODS, podsPerNode: 50 });
  const payloads = fleet.inventory(0, new Date());
  for (const payload of payloads) await server.sender.send(payload);
  const batches = payloads.map(({ body }) => Batch.parse(JSON.parse(zstdDecompressSync(body).toString())));
  const pods = batches.flatMap(({ inventory = [] }) =>
    inventory.flatMap(({ upserts }) => upserts.filter(isPod)),
  );
  const [first] = batches;
  if (!first) throw new Error('an empty fleet');
  let seq = Math.max(...batches.map((batch) => batch.seq));
  const telling = (records: readonly InventoryRecord[]): Payload => {
    seq += 1;
    const inventory = [{ listing: null, upserts: [...records], deletes: [] }];
    const batch = { ...first, seq, sentAt: new Date().toISOString(), inventory };
    return { cluster: 0, rows: 0, body: zstdCompressSync(Buffer.from(JSON.stringify(batch))) };
  };
  using streams = new Streams(server.port);
  await streams.open(await server.cookies(STREAMS / STREAMS_PER_USER), STREAMS_PER_USER);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pod = pods[round];
    if (!pod) break;
    const payload = telling([crashing(pod)]);
    const startMs = performance.now();
    const heard = streams.next('event: alarm\n');
    await server.sender.send(payload);
    for (const atMs of await heard) times.push(atMs - startMs);
  }
  const toBrowser = percentile(times, 0.99);
  const flood = await measureFlood(server, pods.slice(ROUNDS), telling);
  return [
    { name: 'alarm.sample_to_browser_p99_ms', value: toBrowser, unit: 'ms, 1,000 streams', goal: '<= 1,000' },
    ...flood,
  ];
}

async function measureFlood(
  server: BenchServer,
  pods: readonly Pod[],
  telling: (records: readonly InventoryRecord[]) => Payload,
): Promise<Figure[]> {
  const payloads = Array.from({ length: Math.ceil(pods.length / 2000) }, (_, at) =>
    telling(pods.slice(at * 2000, (at + 1) * 2000).map(crashing)),
  );
  const startMs = performance.now();
  const sending = (async () => {
    for (const payload of payloads) await server.sender.send(payload);
  })();
  const times: number[] = [];
  for (;;) {
    const { ms, content } = await server.call('POST', '/alarms/1/1', {
      _method: 'get',
      filter: { confirmLevel: 1 },
    });
    times.push(ms);
    const cnt = Number(/"totalCnt":(\d+)/.exec(content.toString())?.[1]);
    if (cnt >= pods.length) break;
    if (performance.now() - startMs > WITHIN_MS) throw new Error(`only ${cnt} alarms within a minute`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  const tookMs = performance.now() - startMs;
  await sending;
  const { content } = await server.call('GET', '/alarm/count');
  const heads = Number(/"critical":(\d+)/.exec(content.toString())?.[1]);
  return [
    {
      name: 'alarm.flood_10k_s',
      value: Math.round(tookMs / 100) / 10,
      unit: 's until all are written',
      goal: '',
    },
    {
      name: 'alarm.flood_call_p99_ms',
      value: percentile(times, 0.99),
      unit: 'ms a call meanwhile',
      goal: '<= 1,000',
    },
    { name: 'alarm.flood_heads', value: heads, unit: 'alarms that stand for all', goal: '<= 1,000' },
  ];
}

type Pod = Extract<InventoryRecord, { kind: 'pod' }>;

function isPod(record: InventoryRecord): record is Pod {
  return record.kind === 'pod';
}

function crashing(pod: Pod): Pod {
  const waiting = {
    kind: 'waiting',
    reason: 'CrashLoopBackOff',
    message: null,
    exitCode: null,
    signal: null,
    startedAt: null,
    finishedAt: null,
  } as const;
  return { ...pod, containers: pod.containers.map((one) => ({ ...one, isReady: false, state: waiting })) };
}

/** Browsers, as far as a server can tell. */
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

  /** When each of them heard it. */
  next(text: string): Promise<number[]> {
    return Promise.all(
      this.#open.map((stream) => {
        const { promise, resolve, reject } = Promise.withResolvers<number>();
        const timer = setTimeout(() => reject(new Error('a stream was not told within a minute')), WITHIN_MS);
        let all = '';
        const look = (chunk: string) => {
          all += chunk;
          if (!all.includes(text)) return;
          stream.off('data', look);
          clearTimeout(timer);
          resolve(performance.now());
        };
        stream.on('data', look);
        return promise;
      }),
    );
  }

  #openOne(cookie: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { cookie: `${SESSION_COOKIE}=${cookie}` };
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

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}
