import { zstdDecompressSync } from 'node:zlib';
import { Batch } from '@gwanje/kinds/batch';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf, recordOf, watchedKinds } from '../../apps/agent/src/inventory/kinds.ts';
import { addCadvisor, CadvisorReader } from '../../apps/agent/src/kubelet/cadvisor.ts';
import { partsOf } from '../../apps/agent/src/kubelet/rows.ts';
import { rowsOf } from '../../apps/agent/src/testing/summary.ts';
import { itemText, served } from '../simulator/src/api/objects.ts';
import { manualClock } from '../simulator/src/core/clock.ts';
import { createWorld, type World } from '../simulator/src/create-world.ts';
import type { Resource } from '../simulator/src/kinds/object/records.ts';
import { answerKubelet } from '../simulator/src/kubelet/answer.ts';
import { keyOf } from '../simulator/src/world/collection.ts';
import { withChange } from '../simulator/src/world/templates.ts';
import { ClusterSamples, RoundedRates } from './cluster-samples.ts';
import { resourceOf, SimulatedAgent } from './simulated-agent.ts';

const START_MS = Date.parse('2026-11-15T00:00:00Z');
const STEP_MS = 300_000;
const SPAN_SEC = 2 * 3600;

function openWorld(hasUnreadFields = false) {
  const clock = manualClock(START_MS);
  const world = createWorld({
    clusters: [{ name: 'prod-seoul', flavour: 'aks', pods: 60 }],
    seed: 3,
    clock,
    incidentsSec: SPAN_SEC,
    hasUnreadFields,
  });
  world.timeline.after(1_800_000, () =>
    world.engine.start('rollout', { cluster: 'prod-seoul', seconds: 300 }),
  );
  return { clock, world, cluster: clusterOf(world) };
}

function clusterOf({ clusters: [cluster] }: World) {
  if (!cluster) throw new Error('no cluster');
  return cluster;
}

/** An agent and the texts of the batches that it sends. */
function openAgent(cluster: ReturnType<typeof clusterOf>, sendsManifests = false) {
  const batches: string[] = [];
  const post = async (_: unknown, body: Buffer) => void batches.push(zstdDecompressSync(body).toString());
  return { batches, agent: new SimulatedAgent({ cluster, agentId: 'cluster-test', sendsManifests, post }) };
}

/** All batches of a past, as text. */
async function writePast(): Promise<string[]> {
  const { clock, cluster } = openWorld();
  const { agent, batches } = openAgent(cluster);
  for (let step = 0; step < (SPAN_SEC * 1000) / STEP_MS; step++) {
    await agent.step();
    clock.advance(STEP_MS);
  }
  await agent.flush();
  return batches;
}

it('sends a manifest when it is new or has changed, masked as by the agent', async () => {
  const { clock, cluster } = openWorld();
  const { agent, batches } = openAgent(cluster, true);
  const stepManifests = async () => {
    await agent.step();
    await agent.flush();
    const sent = batches.splice(0).map((text) => Batch.parse(JSON.parse(text)));
    return sent.flatMap(({ manifests }) => manifests?.upserts ?? []);
  };
  const first = await stepManifests();
  expect(new Set(first.map(({ kind }) => kind))).toContain('deployment');
  expect(first.map(({ kind }) => kind)).not.toContain('replicaSet');
  const [deployment] = cluster.store.deployments.values();
  if (!deployment) throw new Error('no deployment');
  const template = withChange(cluster, deployment.template, { env: { PASSWORD: 'hunter2' } });
  cluster.store.deployments.update(keyOf(deployment), { template });
  clock.advance(1000);
  const changed = (await stepManifests()).filter(({ kind }) => kind === 'deployment');
  expect(changed).toMatchObject([{ json: expect.stringContaining('PASSWORD') }]);
  expect(changed[0]?.json).not.toContain('hunter2');
});

describe('the past of a cluster', () => {
  let texts: string[];
  let batches: Batch[];
  beforeAll(async () => {
    texts = await writePast();
    batches = texts.map((text) => Batch.parse(JSON.parse(text)));
  });

  it('is numbered from 1, with ascending times', () => {
    expect(batches.map(({ seq }) => seq)).toEqual(batches.map((_, index) => index + 1));
    const times = batches.map(({ sentAt }) => sentAt);
    expect(times).toEqual(times.toSorted());
  });

  it('has a sample for every step, and repeats object names only after a change', () => {
    const times = batches.flatMap(({ samples }) => samples?.map(({ ts }) => ts) ?? []);
    expect(new Set(times).size).toBe((SPAN_SEC * 1000) / STEP_MS);
    for (const { samples = [] } of batches) {
      if (samples.length === 0) continue;
      expect(samples[0]?.pod?.uid).toBeDefined();
      let count = 0;
      for (const { pod } of samples) {
        count = pod?.uid?.length ?? count;
        expect(pod?.memUsedBytes).toHaveLength(count);
      }
    }
    const unnamed = batches.flatMap(({ samples = [] }) => samples.filter(({ pod }) => !pod?.uid));
    expect(unnamed.length).toBeGreaterThan(0);
  });

  it('contains deleted pods, restarts and events with their real times', () => {
    const parts = batches.flatMap(({ inventory }) => inventory ?? []);
    const deletes = parts.flatMap((part) => part.deletes);
    expect(deletes.filter(({ kind }) => kind === 'pod').length).toBeGreaterThan(0);
    for (const { deletedAt } of deletes) {
      expect(Date.parse(deletedAt)).toBeGreaterThanOrEqual(START_MS);
      expect(Date.parse(deletedAt)).toBeLessThan(START_MS + SPAN_SEC * 1000);
    }
    const pods = parts.flatMap(({ upserts }) => upserts).filter((record) => record.kind === 'pod');
    expect(pods.some(({ containers }) => containers.some(({ restartCnt }) => restartCnt > 0))).toBe(true);
    const flaps = batches
      .flatMap(({ events = [] }) => events)
      .filter(({ reason }) => reason === 'NodeNotReady');
    const flapMs = START_MS + (SPAN_SEC - 70 * 60) * 1000;
    expect(flaps.some(({ firstAt }) => Math.abs(Date.parse(firstAt) - flapMs) < 120_000)).toBe(true);
  });

  it('is the same at a second attempt', async () => {
    expect(await writePast()).toEqual(texts);
  });
});

it('has the same samples as an agent that reads the kubelet pages', () => {
  const { clock, world, cluster } = openWorld();
  const direct = new ClusterSamples(cluster);
  const nodes = [...cluster.store.nodes.values()].map(({ name }) => ({ name, rates: new RoundedRates() }));
  for (let step = 0; step < 3; step++) {
    const atSec = world.timeline.nowSec();
    const [own] = direct.read();
    const pods = new Map<string, unknown>();
    for (const { name, rates } of nodes) {
      const page = (path: string) => answerKubelet(cluster, name, path, atSec);
      const summary = JSON.parse(String(page('/stats/summary').body));
      const rows = rowsOf(name, summary, rates, atSec * 1000);
      const cadvisor = new CadvisorReader();
      const text = page('/metrics/cadvisor');
      if (text.status === 200) cadvisor.push(Buffer.from(String(text.body)));
      addCadvisor(rows, cadvisor, new Map(), rates, atSec * 1000);
      rates.endRound();
      const [part] = partsOf(rows, own?.ts ?? '');
      part?.container?.podUid?.forEach((uid, at) => {
        const { podUid: _, name: names, ...columns } = part.container ?? {};
        pods.set(`${uid} ${names?.[at]}`, rowAt(columns, at));
      });
    }
    const { podUid: uids = [], name: names = [], ...columns } = own?.container ?? {};
    expect(uids.length).toBeGreaterThan(50);
    for (const [at, uid] of uids.entries())
      expect(rowAt(columns, at)).toEqual(pods.get(`${uid} ${names[at]}`));
    clock.advance(60_000);
  }
});

it('gives an agent the same records with and without the fields that it does not read', () => {
  const [complete, lean] = [true, false].map((hasUnreadFields) => {
    const { clock, world, cluster } = openWorld(hasUnreadFields);
    for (const name of ['crash-loop', 'pending-pods', 'cordon', 'claim-pending', 'job-run'])
      world.engine.start(name, { cluster: cluster.name });
    clock.advance(30_000);
    return watchedKinds.flatMap((kind) => {
      const source = served<Resource>(cluster.store, resourceOf(pathOf(kind)));
      return [...source.objects.values()].map((object) =>
        recordOf(kind, JSON.parse(itemText(source.kind, object, cluster))),
      );
    });
  });
  expect(complete?.length).toBeGreaterThan(100);
  expect(complete).toEqual(lean);
});

/** A metric without any value is absent. */
function rowAt(columns: Record<string, (number | null)[] | undefined>, at: number) {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([metric, column]) => {
      const value = column?.[at] ?? null;
      return value === null ? [] : [[metric, value]];
    }),
  );
}
