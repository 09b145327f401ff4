import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { beforeAll } from 'vitest';
import { becomesReady } from '../../scripts/installation/stack.ts';
import { OwnCluster } from './agent.ts';
import { Api } from './api.ts';
import { stack } from './browser.ts';

/** Sooner than the console marks a cluster as silent. */
const SEND_EVERY_MS = 60_000;
/** One run of an agent for each cluster: a new one would be another agent. */
let clusters: readonly OwnCluster[] | undefined;
let sentMs = 0;

/** The clusters of the demo have no agents here: their batches come before the tests of a file. */
beforeAll(async () => {
  if (!clusters) {
    const { consoleUrl, loginUrl } = stack();
    await Promise.all([consoleUrl, loginUrl].map((url) => becomesReady(Number(new URL(url).port))));
    const { clusterList } = await (await Api.as('key')).call(listClusterNames);
    clusters = clusterList.map(({ hostId, name }) => OwnCluster.ofDemo(hostId, name));
  }
  if (Date.now() - sentMs < SEND_EVERY_MS) return;
  for (const cluster of clusters) await cluster.sendPods([{ name: 'web-0' }, { name: 'web-1' }]);
  sentMs = Date.now();
});
