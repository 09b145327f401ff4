import { setTimeout as delay } from 'node:timers/promises';
import { CoreV1Api, KubeConfig, type KubernetesObject, ListWatch, Watch } from '@kubernetes/client-node';
import { expect, test, vi } from 'vitest';
import { kubeconfigOf } from '../control/kubeconfig.ts';
import { Random } from '../core/random.ts';
import { type Started, startForTest } from '../testing/start.ts';

const CHANGES = 1000;
const SCENARIOS = 'rollout scale-up scale-down crash-loop pod-churn drain image-pull-failure'.split(' ');

function configOf(started: Started): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(kubeconfigOf(started.first, 'agent'));
  return config;
}

/** Watch objects have a kind, list items do not. Apart from that they must be equal. */
function comparable(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ kind: _kind, apiVersion: _version, ...object }) => JSON.stringify(object)).sort();
}

test("the official client's informer stays equal to a fresh list through 410s, restarts and 1,000 changes", async () => {
  await using started = await startForTest({ hasUnreadFields: false });
  const { simulator, clock, first } = started;
  const list = () => started.get('/api/v1/pods');
  const watch = new Watch(configOf(started));
  // The same as makeInformer, but without its delays between connections, which are for failing servers.
  const options = { delayFn: () => delay(10) };
  const informer = new ListWatch<KubernetesObject>(
    '/api/v1/pods',
    watch,
    list,
    false,
    undefined,
    undefined,
    options,
  );
  let restarts = 0;
  // Without the end, it would go on connecting to the stopped simulator, beside the next files of the worker.
  let hasEnded = false;
  informer.on('error', () => {
    restarts += 1;
    setTimeout(() => hasEnded || informer.start(), 20);
  });
  let changes = 0;
  first.cluster.store.pods.listen(() => {
    changes += 1;
  });
  await informer.start();
  const random = new Random(11);
  const isEqual = async () =>
    vi.waitFor(async () => expect(comparable(informer.list())).toEqual(comparable((await list()).items)), {
      timeout: 30_000,
      interval: 100,
    });
  await isEqual();
  let interruptions = 0;
  while (changes < CHANGES || interruptions < 6) {
    try {
      simulator.engine.start(random.pick(SCENARIOS), { cluster: 'aks-test', seconds: random.int(5, 60) });
    } catch {
      // No suitable target at this time. The test advances the clock and continues.
    }
    for (let step = 0; step < 10; step++) {
      clock.advance(random.int(200, 2000));
      await new Promise(setImmediate);
    }
    if (changes > ((interruptions + 1) * CHANGES) / 7) {
      interruptions += 1;
      const kind = interruptions % 2 === 0 ? 'api-restart' : 'watch-expiry';
      const run = simulator.engine.start(kind, { cluster: 'aks-test' });
      clock.advance(3000);
      await new Promise(setImmediate);
      simulator.engine.stop(run.id);
      // A restarted API server reads its roles first.
      clock.advance(5000);
      await isEqual();
    }
  }
  simulator.engine.stopAll();
  clock.advance(600_000);
  await isEqual();
  expect(restarts).toBeGreaterThan(0);
  hasEnded = true;
  await informer.stop();
});

test('typed calls of the official client read lists in pages, over TLS', async () => {
  await using started = await startForTest({ hasTls: true });
  const api = configOf(started).makeApiClient(CoreV1Api);
  const { size } = started.first.cluster.store.pods;
  const names: string[] = [];
  let next: string | undefined;
  do {
    const page = await api.listPodForAllNamespaces({ limit: 20, ...(next ? { _continue: next } : {}) });
    for (const { metadata, status } of page.items) {
      expect(status?.startTime).toBeInstanceOf(Date);
      names.push(`${metadata?.namespace}/${metadata?.name}`);
    }
    next = page.metadata?._continue;
  } while (next);
  expect(new Set(names).size).toBe(size);
  const nodes = await api.listNode();
  expect(nodes.items[0]?.status?.nodeInfo?.kubeletVersion).toBe('v1.31.8');
});
