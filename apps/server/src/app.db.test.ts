import { type StartStoreWorker, startThread } from '@gwanje/metric-store/embedded/store-thread';
import { expect, test, vi } from 'vitest';
import { startTestApp } from './testing/test-app.ts';

test('a server whose metric store is down is not ready until the store is back', async () => {
  const threads: ReturnType<StartStoreWorker>[] = [];
  const startStoreWorker: StartStoreWorker = (...args) => {
    const thread = startThread(...args);
    threads.push(thread);
    return thread;
  };
  await using server = await startTestApp({ startStoreWorker });
  const ready = async () => {
    const answer = await server.app.inject('/readyz');
    return [answer.statusCode, answer.json()];
  };
  expect(await ready()).toEqual([200, { status: 'ready', clustersWithoutAlarms: 0 }]);
  await threads[0]?.terminate();
  expect(await ready()).toEqual([
    503,
    { status: 'not ready', clustersWithoutAlarms: 0, metricStoresAway: 1 },
  ]);
  await vi.waitFor(async () => expect((await ready())[0]).toBe(200), { timeout: 20_000 });
}, 60_000);
