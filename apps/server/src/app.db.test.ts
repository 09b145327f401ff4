import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp } from './testing/test-app.ts';

test('a server whose metric store is down is not ready until the store is back', async () => {
  const threads: Worker[] = [];
  const note = (worker: Worker) => threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => {
    process.off('worker', note);
  });
  await using server = await startTestApp();
  const ready = async () => {
    const answer = await server.app.inject('/readyz');
    return [answer.statusCode, answer.json()];
  };
  expect(await ready()).toEqual([200, { status: 'ready', clustersWithoutAlarms: 0 }]);
  // The first thread of a server is the one of the metric store.
  await threads[0]?.terminate();
  expect(await ready()).toEqual([
    503,
    { status: 'not ready', clustersWithoutAlarms: 0, metricStoresAway: 1 },
  ]);
  await vi.waitFor(async () => expect((await ready())[0]).toBe(200), { timeout: 20_000 });
}, 60_000);
