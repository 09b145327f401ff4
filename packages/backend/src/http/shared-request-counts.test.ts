import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../observe/metrics.ts';
import { createBaseApp } from './base-app.ts';
import { REQUEST_WINDOW_MS, SharedRequestCounts } from './shared-request-counts.ts';

const LIMIT = 100;

class Replicas {
  nowMs = 10 * REQUEST_WINDOW_MS;
  readonly counts = Array.from({ length: 3 }, () => new SharedRequestCounts(LIMIT, () => this.nowMs));
  readonly apps: FastifyInstance[] = [];

  static async open(): Promise<Replicas> {
    const replicas = new Replicas();
    for (const requestCounts of replicas.counts) {
      const app = await createBaseApp({
        logger: pino({ level: 'silent' }),
        metrics: createMetrics('test'),
        isSecure: false,
        trustProxy: undefined,
        requestsPerMinute: LIMIT,
        requestCounts,
        busyAfterMs: 0,
        isReady: async () => true,
      });
      app.get('/read', async () => 'read');
      replicas.apps.push(app);
    }
    return replicas;
  }

  /** Passes the requests of one client to one replica after the other. Returns how many were answered. */
  async request(cnt: number, remoteAddress = '10.0.0.1'): Promise<number> {
    let answered = 0;
    for (let i = 0; i < cnt; i++) {
      const answer = await this.apps[i % 3]?.inject({ url: '/read', remoteAddress });
      if (answer?.statusCode === 200) answered++;
    }
    return answered;
  }

  /** What the feed does once a second. */
  exchange(): void {
    for (const [from, counts] of this.counts.entries()) {
      const report = counts.report();
      if (report === null) continue;
      for (const [to, other] of this.counts.entries())
        if (to !== from) other.receive(`replica-${from}`, report);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const app of this.apps) await app.close();
  }
}

test('three replicas together answer about as many requests as the limit', async () => {
  await using replicas = await Replicas.open();
  let answered = 0;
  for (let second = 0; second < 30; second++) {
    answered += await replicas.request(9);
    replicas.exchange();
    replicas.nowMs += 1000;
  }
  expect(answered).toBeGreaterThanOrEqual(LIMIT);
  expect(answered).toBeLessThanOrEqual(LIMIT + 9);
  expect(await replicas.request(3, '10.0.0.2')).toBe(3);
});

test('a new window begins on all replicas at the same time', async () => {
  await using replicas = await Replicas.open();
  await replicas.request(3 * LIMIT);
  replicas.exchange();
  expect(await replicas.request(3)).toBe(0);
  replicas.nowMs += REQUEST_WINDOW_MS;
  replicas.exchange();
  expect(await replicas.request(3)).toBe(3);
});

test('a refused request says when the window ends', async () => {
  await using replicas = await Replicas.open();
  await replicas.request(3 * LIMIT);
  replicas.exchange();
  replicas.nowMs += 20_000;
  const refused = await replicas.apps[0]?.inject({ url: '/read', remoteAddress: '10.0.0.1' });
  expect([refused?.statusCode, refused?.headers['retry-after']]).toEqual([429, '40']);
});

test('reports only keys that use a share of the limit, and only changes', async () => {
  await using replicas = await Replicas.open();
  const [first] = replicas.counts;
  await replicas.request(3, '10.0.0.1');
  await replicas.request(3 * 10, '10.0.0.2');
  const windowNo = 10;
  expect([first?.report(), first?.report()]).toEqual([
    { windowNo, counts: [['address:10.0.0.2', 10]] },
    null,
  ]);
});

test('ignores the report of another window', async () => {
  await using replicas = await Replicas.open();
  for (const windowNo of [9, 11])
    replicas.counts[0]?.receive('b', { windowNo, counts: [['address:10.0.0.1', LIMIT]] });
  expect(await replicas.request(1)).toBe(1);
});

test('keeps a bounded number of keys', () => {
  const counts = new SharedRequestCounts(1, () => 0);
  const store = new counts.store({});
  for (let i = 0; i < 20_000; i++) store.incr(`client-${i}`, () => {}, REQUEST_WINDOW_MS, 1);
  const many = Array.from({ length: 20_000 }, (_, i) => [`client-${i}`, 7] as const);
  counts.receive('b', { windowNo: 0, counts: many });
  const seen: number[] = [];
  for (const client of ['client-0', 'client-19999']) {
    store.incr(client, (_error, result) => void seen.push(result?.current ?? 0), REQUEST_WINDOW_MS, 1);
  }
  // The first was forgotten here and known there; the last was known here and had no room there.
  expect(seen).toEqual([8, 2]);
  let reported = 0;
  for (let report = counts.report(); report !== null; report = counts.report())
    reported += report.counts.length;
  expect(reported).toBeLessThanOrEqual(5000);
});
