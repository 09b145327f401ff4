import { type StartStoreWorker, startThread } from '@gwanje/metric-store/embedded/store-thread';
import { MetricStoreError } from '@gwanje/metric-store/interface';
import { expect, test, vi } from 'vitest';
import { rows } from './pipeline/testing/batches.ts';
import { collectInto } from './testing/collected.ts';
import { startTestApp } from './testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup } from './testing/world.ts';

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
});

test('a server that refuses batches because its disk is full says so and stays ready', async () => {
  await using server = await startTestApp();
  const { services, db, app } = server;
  const hostId = await addCluster(db, await addSubGroup(db, await addMetaGroup(db, null)));
  const { sender } = await collectInto(server, hostId);
  const atMs = server.clock.now().getTime();
  const ready = async () => (await app.inject('/readyz')).json();
  const full = new MetricStoreError('diskFull', 'the disk of the metric store is full');
  const append = vi.spyOn(services.metricStore, 'append').mockRejectedValue(full);
  const refused = sender.next(atMs, { samples: [rows('node', atMs, ['node-1'], { cpuUsedCores: [1] })] });
  await expect(services.pipeline.accept(refused)).rejects.toMatchObject({ errorName: 'busy' });
  expect(await ready()).toMatchObject({ status: 'ready', ingestRefused: 'diskFull' });
  append.mockRestore();
  await services.pipeline.accept(refused);
  expect(await ready()).not.toHaveProperty('ingestRefused');
});
