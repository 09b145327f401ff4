import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinedParts, recordKinds, sourceOf } from '@gwanje/kinds/registry';
import { InventoryRecord } from '@gwanje/kinds/state/states';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentOptions, startAgent } from './agent.ts';
import { pathOf, pathOfPart, recordOf, watchedKinds } from './inventory/kinds.ts';
import { CoveredWorkloads } from './inventory/namespaces/disruption-budget.ts';
import { limitRanges } from './inventory/namespaces/namespace.ts';
import { endpointSlices } from './inventory/namespaces/service.ts';
import { Owners } from './inventory/owners.ts';
import type { ReadCredentials } from './kubernetes/credentials.ts';
import { readSettings } from './settings.ts';
import { type IngestServer, startIngestServer } from './testing/ingest-server.ts';
import { type RunningSimulator, startSimulator } from './testing/simulator.ts';
import { Summary } from './testing/summary.ts';

const SLOW_MS = 180_000;
const Identified = z.object({ metadata: z.object({ uid: z.string() }) });
const List = z.object({ items: z.array(z.unknown()).nullable() });

let simulator: RunningSimulator;
beforeAll(async () => {
  const args = ['--clusters', 'aks', '--pods', '200', '--kubelets', '1', '--history', '300'];
  simulator = await startSimulator(args);
}, SLOW_MS);
afterAll(() => simulator[Symbol.asyncDispose]());

let runs = 0;
/** `npm start` waits for this line of the demo's agents. */
const FIRST_SAMPLES = 'the server has the first samples';
const IMPATIENT = {
  follow: { firstWaitMs: 10, maxWaitMs: 300, pageSize: 40, watchSec: 3 },
  heartbeatEveryMs: 1000,
};
const start = (ingest: IngestServer, ...args: readonly string[]) => startWith(IMPATIENT, ingest, ...args);
/** Outside the cluster. */
const startOutside = (ingest: IngestServer, options: Partial<AgentOptions> = IMPATIENT) =>
  startWith(options, ingest, '--kubeconfig', simulator.cluster.kubeconfigs.outside);
function startWith(options: Partial<AgentOptions>, ingest: IngestServer, ...args: readonly string[]) {
  runs += 1;
  const settings = readSettings(
    [
      ...['--server', ingest.url, '--token', 'test-token', '--port', '0', '--sample-every-ms', '1000'],
      ...['--data-dir', join(simulator.folder, `agent-${runs}`), ...args],
    ],
    {},
  );
  return startAgent({
    settings,
    logger: pino({ level: 'silent' }),
    environment: {},
    readCredentials: credentialsIn(settings.kubeconfig?.file ?? ''),
    ...options,
  });
}

const Kubeconfig = z.object({
  clusters: z.tuple([z.object({ cluster: z.object({ server: z.string() }) })]),
  users: z.tuple([z.object({ user: z.object({ token: z.string() }) })]),
});

/** Reads the kubeconfig in this process. The product starts a separate process for it. */
function credentialsIn(kubeconfig: string): ReadCredentials {
  const { clusters, users } = Kubeconfig.parse(JSON.parse(readFileSync(kubeconfig, 'utf8')));
  const headers = { authorization: `Bearer ${users[0].user.token}` };
  return async () => ({ server: clusters[0].cluster.server, headers, isInsecure: false });
}

/**
 * All objects from a fresh list. The test reads them with the agent's functions, without follower or queue.
 */
async function freshInventory(): Promise<Map<string, InventoryRecord>> {
  const owners = new Owners();
  const parts = { limitRange: limitRanges(), endpointSlice: endpointSlices() };
  const covered = new CoveredWorkloads();
  for (const part of joinedParts) {
    const { items } = List.parse(await simulator.get(pathOfPart(part)));
    const uids = (items ?? []).map((item) => Identified.parse(item).metadata.uid);
    for (const [index, item] of (items ?? []).entries()) parts[part].upsert(uids[index] ?? '', item);
    parts[part].keepOnly(new Set(uids));
  }
  const fresh = new Map<string, InventoryRecord>();
  for (const kind of watchedKinds) {
    const { items } = List.parse(await simulator.get(pathOf(kind)));
    for (const item of items ?? []) {
      const record = recordOf(kind, item);
      owners.learn(record);
      covered.learn(record, item);
      const completed =
        record.kind === 'pod'
          ? owners.resolve(record)
          : record.kind === 'namespace'
            ? parts.limitRange.complete(record)
            : record.kind === 'service'
              ? parts.endpointSlice.complete(record)
              : record.kind === 'disruptionBudget'
                ? covered.complete(record, item)
                : record;
      fresh.set(`${kind} ${record.uid}`, InventoryRecord.parse(completed));
    }
  }
  return fresh;
}

/** Objects that only the server has, and objects that only the cluster has. */
async function differences(ingest: IngestServer): Promise<string[]> {
  const fresh = await freshInventory();
  const held = new Map<string, InventoryRecord>();
  for (const kind of recordKinds) {
    for (const [uid, record] of ingest.inventory.get(kind) ?? []) held.set(`${kind} ${uid}`, record);
  }
  const keys = new Set([...fresh.keys(), ...held.keys()]);
  const texts = [...keys].map((key) => [key, JSON.stringify(fresh.get(key)), JSON.stringify(held.get(key))]);
  const different = texts.filter(([, ofCluster, ofServer]) => ofCluster !== ofServer);
  return different.slice(0, 3).map(([key, ofCluster, ofServer]) => `${key}: ${ofCluster} but ${ofServer}`);
}

async function expectEqual(ingest: IngestServer, timeout = 90_000): Promise<void> {
  await expect.poll(() => differences(ingest), { timeout, interval: 400 }).toEqual([]);
}

describe('an agent outside the cluster', { timeout: SLOW_MS }, () => {
  it('keeps the server equal to the cluster through expiries, restarts and changes', async () => {
    await using ingest = await startIngestServer();
    /** The batches with samples that the server had when the agent said that it has the first. */
    const sampledCnts: number[] = [];
    const countSampled = () => ingest.batches.filter(({ samples }) => (samples?.length ?? 0) > 0).length;
    const write = (line: string) => void (line.includes(FIRST_SAMPLES) && sampledCnts.push(countSampled()));
    const logger = pino({ level: 'info' }, { write });
    await using _agent = await startOutside(ingest, { ...IMPATIENT, logger });
    await expectEqual(ingest);
    await expect.poll(() => sampledCnts).toEqual([expect.any(Number)]);
    expect(sampledCnts[0]).toBeGreaterThan(0);
    const parts = ingest.batches.flatMap(({ inventory }) => inventory ?? []);
    expect(parts.filter(({ listing }) => listing?.kind === 'pod').length).toBeGreaterThan(4);

    const endChurn = await simulator.scenario('pod-churn');
    for (const name of ['rollout', 'watch-expiry', 'scale-up', 'cordon', 'api-restart'])
      await simulator.scenario(name, { seconds: 2 });
    const hasCluster = () => ingest.batches.some(({ cluster }) => cluster);
    await expect.poll(() => hasCluster() && restarts(ingest)).toBeGreaterThan(1);
    await simulator.scenario('rollout', { seconds: 2 });
    await simulator.scenario('watch-expiry');
    await endChurn();
    await expectEqual(ingest);
    expect(ingest.duplicates).toEqual([]);
    const pods = [...(ingest.inventory.get('pod')?.values() ?? [])];
    const owners = new Set(pods.map((pod) => pod.kind === 'pod' && pod.owner?.kind));
    expect([owners.has('Deployment'), owners.has('ReplicaSet')]).toEqual([true, false]);
  });

  it('sends the manifests that the server lacks after the inventory, and none again after a restart', async () => {
    await using ingest = await startIngestServer();
    {
      await using _agent = await startOutside(ingest);
      await expectEqual(ingest);
      const shown = recordKinds.filter((kind) => !sourceOf(kind).isOwnerOnly);
      const lacking = () =>
        shown.flatMap((kind) => [...(ingest.inventory.get(kind)?.keys() ?? [])]).filter(isLacking);
      const isLacking = (uid: string) => !ingest.manifests.has(uid);
      await ingest.until(() => lacking().length === 0, SLOW_MS);
    }
    const sentCnt = ingest.batches.length;
    await using _again = await startOutside(ingest);
    const parts = () => ingest.batches.slice(sentCnt).flatMap(({ manifests }) => manifests ?? []);
    const checkedCnt = () => parts().reduce((sum, { checks }) => sum + checks.length, 0);
    await expect.poll(checkedCnt, { timeout: SLOW_MS }).toBeGreaterThan(200);
    expect(parts().reduce((sum, { upserts }) => sum + upserts.length, 0)).toBeLessThan(20);
  });

  it('is equal to the cluster again after the API server returns, which at first refuses everything', async () => {
    await using ingest = await startIngestServer();
    await using _agent = await startOutside(ingest, {});
    await expectEqual(ingest);
    await simulator.scenario('api-restart', { seconds: 8 });
    const version = () => simulator.get('/version').catch(() => 'away');
    await expect.poll(version).toBe('away');
    await simulator.scenario('rollout', { seconds: 2 });
    await expect.poll(version).not.toBe('away');
    const firstSeq = (ingest.batches.at(-1)?.seq ?? 0) + 1;
    await expect.poll(() => listedKinds(ingest, firstSeq)).toEqual(new Set(recordKinds));
    await expectEqual(ingest);
    expect(ingest.batches.findLast(({ cluster }) => cluster)?.cluster?.isApiReachable).toBe(true);
  });

  it('reads every kubelet, also of virtual nodes, and sends its values unchanged', async () => {
    await using ingest = await startIngestServer();
    await using _agent = await startOutside(ingest);
    const samples = () => ingest.batches.flatMap((batch) => batch.samples ?? []);
    // On a busy machine the time limit may cut a round off before all nodes are read.
    const nodeNames = () =>
      new Set([...(ingest.inventory.get('node')?.values() ?? [])].map(({ name }) => name));
    const coversAllNodes = () => {
      const [all, read] = [nodeNames(), new Set(samples().at(-1)?.node?.name)];
      return all.size > 0 && [...all].every((name) => read.has(name));
    };
    await ingest.until(() => samples().length >= 3 && coversAllNodes(), SLOW_MS);
    // The platform is right also before the agent has sent all nodes.
    const platforms = ingest.batches.flatMap(({ cluster }) => (cluster ? [cluster.platform] : []));
    expect(new Set(platforms)).toEqual(new Set(['aks']));
    const last = samples().at(-1);
    expect(new Set(last?.node?.name)).toEqual(nodeNames());
    expect(new Set(last?.pod?.uid).size).toBe(last?.pod?.uid?.length);
    expect(last?.container?.blockInBps?.some((value) => value !== null && value >= 0)).toBe(true);
    expect(last?.claim?.usedBytes?.every((value) => value !== null)).toBe(true);

    const [name = ''] = last?.node?.name ?? [];
    const summaries = [];
    // A sample has the time of its round. On a busy machine the agent reads a kubelet seconds later.
    for (let offsetSec = 0; offsetSec <= 20; offsetSec++) {
      const at = new Date(Date.parse(last?.ts ?? '') + offsetSec * 1000).toISOString();
      summaries.push(Summary.parse(await simulator.kubelet(name, '/stats/summary', at)));
    }
    // Pods that come and go after the sample change the sums of the node. The values of its oldest pod stay.
    const [oldest] = (summaries[0]?.pods ?? []).toSorted((a, b) =>
      String(a.startTime).localeCompare(String(b.startTime)),
    );
    const uid = oldest?.podRef.uid ?? '';
    const sent = last?.pod?.cpuUsedCores?.[last.pod.uid?.indexOf(uid) ?? -1];
    expect(sent).toBeGreaterThan(0);
    const read = summaries.map(({ pods }) => pods?.find(({ podRef }) => podRef.uid === uid)?.cpu);
    expect(read.map((cpu) => (cpu?.usageNanoCores ?? 0) / 1e9)).toContain(sent);
  });

  it('goes on with the inventory when a kubelet has no statistics, and reports the node', async () => {
    await using ingest = await startIngestServer();
    const [node] = simulator.cluster.kubelets;
    const target = node?.nodeName ?? '';
    const end = await simulator.scenario('kubelet-500', { target });
    await using _agent = await startOutside(ingest);
    const problems = () => ingest.batches.flatMap((batch) => batch.problems ?? []);
    const sampled = () =>
      ingest.batches.flatMap(({ samples }) => samples ?? []).flatMap((part) => part.node?.name ?? []);
    await ingest.until(
      () => problems().some(({ problem }) => problem === 'kubeletError') && sampled().length > 0,
      SLOW_MS,
    );
    expect(problems().find(({ problem }) => problem === 'kubeletError')?.detail).toContain(target);
    expect(sampled()).not.toContain(target);
    await end();
    await expectEqual(ingest);
    await ingest.until(
      () => ingest.batches.at(-1)?.problems?.every(({ problem }) => problem !== 'kubeletError') === true,
      SLOW_MS,
    );
  });

  it('lists everything again once when the server asks for a resync', async () => {
    await using ingest = await startIngestServer();
    await using _agent = await startOutside(ingest);
    await expectEqual(ingest);
    await ingest.until(() => restarts(ingest) > 0, SLOW_MS);
    const before = restarts(ingest);
    // The server asks for a resync until the listing has arrived.
    ingest.answer = () => ({ status: 200, isResyncNeeded: restarts(ingest) === before });
    await ingest.until(() => restarts(ingest) === before + 1, SLOW_MS);
    await expectEqual(ingest);
    expect(restarts(ingest)).toBe(before + 1);
  });
});

describe('an agent in the cluster', { timeout: SLOW_MS }, () => {
  it('reports the nodes that run no agent when it may not read their kubelets', async () => {
    await using ingest = await startIngestServer();
    const kubeconfig = simulator.cluster.kubeconfigs.agent;
    await using _agent = await start(ingest, '--role', 'cluster', '--kubeconfig', kubeconfig);
    const problems = () => ingest.batches.flatMap((batch) => batch.problems ?? []);
    await ingest.until(() => problems().some(({ problem }) => problem === 'nodeWithoutStatistics'), SLOW_MS);
    const [problem] = ingest.batches.at(-1)?.problems ?? [];
    expect(problem).toMatchObject({ problem: 'nodeWithoutStatistics', detail: 'virtual-node-aci-linux' });
    expect(ingest.batches.flatMap(({ samples }) => samples ?? [])).toEqual([]);
    await expectEqual(ingest);
  });

  it('reads only the kubelet of its own node in the node role', async () => {
    await using ingest = await startIngestServer();
    const [kubelet] = simulator.cluster.kubelets;
    const name = kubelet?.nodeName ?? '';
    await using agent = await start(
      ingest,
      ...['--role', 'node', '--kubeconfig', simulator.cluster.kubeconfigs.agent],
      ...['--node-name', name, '--kubelet-address', kubelet?.url ?? ''],
    );
    await ingest.until(() => ingest.batches.filter(({ samples }) => samples).length >= 2, SLOW_MS);
    const parts = ingest.batches.flatMap(({ samples }) => samples ?? []);
    expect(new Set(parts.flatMap((part) => part.node?.name ?? []))).toEqual(new Set([name]));
    expect(ingest.batches[0]?.agent.role).toBe('node');
    expect(ingest.inventory.size).toBe(0);
    const ready = await fetch(`http://127.0.0.1:${agent.port}/readyz`);
    expect(ready.status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${agent.port}/metrics`)).text();
    expect(metrics).toMatch(/gwanje_agent_batches_total\{verdict="accepted",process="agent"\} [1-9]/);
  });
});

describe('an agent that is stopped', { timeout: SLOW_MS }, () => {
  it('keeps unsent batches and sends them in order after a restart', async () => {
    await using ingest = await startIngestServer();
    ingest.answer = () => ({ status: 503 });
    const [kubelet] = simulator.cluster.kubelets;
    const args = [
      ...['--role', 'node', '--kubeconfig', simulator.cluster.kubeconfigs.agent],
      ...['--node-name', kubelet?.nodeName ?? '', '--kubelet-address', kubelet?.url ?? ''],
      ...['--data-dir', join(simulator.folder, 'stopped')],
    ];
    const first = await start(ingest, ...args);
    await ingest.until(() => ingest.requests.length > 0, SLOW_MS);
    await first[Symbol.asyncDispose]();
    expect(ingest.batches).toEqual([]);
    ingest.answer = () => ({ status: 200 });
    await using second = await start(ingest, ...args);
    expect(second.agentId).toBe(first.agentId);
    await ingest.until(() => ingest.batches.length >= 4, SLOW_MS);
    const seqs = ingest.batches.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });
});

/** The kinds that the agent has listed completely since a batch. */
function listedKinds({ batches }: IngestServer, firstSeq: number): Set<string> {
  const parts = batches.filter(({ seq }) => seq >= firstSeq).flatMap(({ inventory }) => inventory ?? []);
  return new Set(parts.flatMap(({ listing }) => (listing?.isLast ? listing.kind : [])));
}

/** How often the agent listed all pods. */
function restarts(ingest: IngestServer): number {
  return ingest.batches
    .flatMap(({ inventory }) => inventory ?? [])
    .filter(({ listing }) => listing?.kind === 'pod' && listing.isLast).length;
}
