import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@gwanje/testkit/free-port';
import { TestProcess } from '@gwanje/testkit/processes';
import { type TemporaryFolder, temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueDemoTokens } from '../../apps/server/src/cli/demo/tokens.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import { type ManualClock, manualClock } from '../simulator/src/core/clock.ts';
import { uidOf } from '../simulator/src/core/identifiers.ts';
import { createWorld, type World } from '../simulator/src/create-world.ts';
import { readSettings } from '../simulator/src/settings.ts';
import { postTo } from './batch-post.ts';
import { ClusterSamples } from './cluster-samples.ts';
import { type DemoWorld, simulatorArguments } from './demo-world.ts';
import { SimulatedAgent } from './simulated-agent.ts';
import type { PastPart } from './write-past.ts';

const PAST_SEC = 2 * 3600;
const STEP_MS = 240_000;
const HOUR_MS = 3_600_000;

describe('the past of the demo', () => {
  let app: TestApp;
  let folder: TemporaryFolder;
  let ticking: NodeJS.Timeout | undefined;
  let serverUrl: string;
  /** Before the samples that are written beside the agents. */
  let live: Awaited<ReturnType<typeof stateNow>>;
  const endMs = Math.floor(Date.now() / 60_000) * 60_000;
  const beganMs = endMs - PAST_SEC * 1000;
  const demoWorld: DemoWorld = { seed: 1, pods: 120, beganMs, pastSec: PAST_SEC, fineFromMs: beganMs };

  beforeAll(async () => {
    app = await startTestApp();
    // The writer uses the real clock for its requests.
    ticking = setInterval(() => app.clock.set(new Date()), 20);
    app.clock.set(new Date());
    folder = temporaryFolder();
    await mkdir(join(folder.path, 'demo'));
    await writeFile(join(folder.path, 'demo', 'world.json'), JSON.stringify(demoWorld));
    const port = await freePort();
    serverUrl = `http://127.0.0.1:${port}`;
    // The writer starts before the server, as at the first start of a demo.
    const first = startWriter('objects');
    await issueDemoTokens(app.db, join(folder.path, 'demo'), app.clock.now());
    await app.app.listen({ host: '127.0.0.1', port });
    await vi.waitFor(async () => expect(await storedBatches()).toBeGreaterThan(5), {
      timeout: 60_000,
      interval: 20,
    });
    await first.kill();
    const stored = await storedBatches();
    await writeWhole('objects');
    expect(await storedBatches()).toBeGreaterThan(stored);
    // The agents run and have sent current samples. Then the rest follows, interrupted too.
    await sendCurrentSamples();
    live = await stateNow();
    const sent = await samplesBatches();
    const interrupted = startWriter('samples');
    await vi.waitFor(async () => expect(await samplesBatches()).toBeGreaterThan(sent), {
      timeout: 60_000,
      interval: 20,
    });
    await interrupted.kill();
    await writeWhole('samples');
  });

  afterAll(async () => {
    clearInterval(ticking);
    await app?.[Symbol.asyncDispose]();
    folder?.[Symbol.dispose]();
  });

  function startWriter(part: PastPart): TestProcess {
    return new TestProcess(join(import.meta.dirname, 'write-past.ts'), {
      args: [folder.path, serverUrl, String(STEP_MS / 1000), part],
    });
  }

  async function writeWhole(part: PastPart): Promise<void> {
    const writer = startWriter(part);
    expect(await writer.exited, writer.lines.join('\n')).toMatchObject({ code: 0 });
  }

  async function sendCurrentSamples(): Promise<void> {
    const { clusters, clock } = openWorld();
    clock.advance(PAST_SEC * 1000);
    for (const cluster of clusters) {
      const token = await readFile(join(folder.path, 'demo', `${cluster.name}.node-token`), 'utf8');
      const agent = new SimulatedAgent({
        cluster,
        agentId: 'now',
        role: 'node',
        post: postTo(serverUrl, token),
      });
      await agent.step();
      await agent.flush();
    }
  }

  /** What the console shows of the clusters now, and the rows of their history. */
  async function stateNow() {
    const nowMs = app.clock.now().getTime();
    const clusters = [...app.services.live.hostIds()].map((hostId) => {
      const summary = app.services.live.clusterSummary(hostId, nowMs);
      // The writer counts as an agent while it writes.
      return { ...summary, agentCnt: 0, agentList: [], lastBatchAt: null };
    });
    const count = async (table: 'objectChange' | 'nodeHistory' | 'event' | 'alarm') =>
      (
        await app.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('cnt'))
          .execute()
      )[0]?.cnt;
    const rows = [
      await count('objectChange'),
      await count('nodeHistory'),
      await count('event'),
      await count('alarm'),
    ];
    return { clusters, rows };
  }

  async function samplesBatches(): Promise<number> {
    const rows = await app.db.selectFrom('agent').select('lastSeq').where('role', '=', 'node').execute();
    return rows.reduce((sum, { lastSeq }) => sum + Number(lastSeq), 0);
  }

  /** A second copy of the writer's world. */
  function openWorld(): World & { readonly clock: ManualClock } {
    const clock = manualClock(beganMs);
    return { ...createWorld({ ...readSettings(simulatorArguments(demoWorld), {}), clock }), clock };
  }

  async function storedBatches(): Promise<number> {
    const agents = await app.db.selectFrom('agent').select('lastSeq').execute();
    return agents.reduce((sum, { lastSeq }) => sum + Number(lastSeq), 0);
  }

  it('gives each cluster the nodes and pods of its world', async () => {
    const { clusters, clock } = openWorld();
    clock.advance(PAST_SEC * 1000);
    for (const { name, store } of clusters) {
      const counts = await app.db
        .selectFrom('object')
        .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
        .select(({ fn }) => ['kind', fn.countAll<number>().as('cnt')])
        .where('cluster.name', '=', name)
        .where('deletedAt', 'is', null)
        .where('kind', 'in', ['node', 'pod'])
        .groupBy('kind')
        .execute();
      expect(Object.fromEntries(counts.map(({ kind, cnt }) => [kind, Number(cnt)]))).toEqual({
        node: store.nodes.size,
        pod: store.pods.size,
      });
    }
  });

  it('uses the id of each agent, which continues after the last number', async () => {
    const agents = await app.db
      .selectFrom('agent')
      .select(['agentId', 'lastSeq'])
      .where('role', '=', 'cluster')
      .execute();
    expect(agents).toHaveLength(3);
    const saved = await Promise.all(
      (await readdir(join(folder.path, 'agents'))).map(async (name) => {
        const read = (file: string) => readFile(join(folder.path, 'agents', name, file), 'utf8');
        return [await read('id'), Number(await read('retired'))];
      }),
    );
    expect(saved.toSorted()).toEqual(
      agents.map(({ agentId, lastSeq }) => [agentId, Number(lastSeq)]).toSorted(),
    );
  });

  it('changes nothing but charts with the samples that it writes beside the agents', async () => {
    expect(await stateNow()).toEqual(live);
  });

  it.each([
    ['exists still', true],
    ['was deleted', false],
  ])('has one sample for each step of a pod that %s, with the value of its world', async (_what, exists) => {
    const later = openWorld();
    later.clock.advance(PAST_SEC * 1000);
    const { clusters, clock } = openWorld();
    const [cluster] = clusters;
    if (!cluster) throw new Error('no cluster');
    const samples = new ClusterSamples(cluster);
    const [first] = samples.read();
    const left = new Set(
      [...(later.clusters[0]?.store.pods.values() ?? [])].map(({ id }) => uidOf(cluster.seed, id)),
    );
    const uid = first?.pod?.uid?.find((one) => left.has(one) === exists) ?? '';
    const { objectId } = await app.db
      .selectFrom('object')
      .select('objectId')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    const { series, pointCnt, startMs, stepMs } = await app.services.metricStore.series({
      scope: 'pod',
      ids: [objectId],
      metrics: ['memUsedBytes'],
      fromMs: beganMs,
      toMs: endMs,
      maxPoints: 100_000,
    });
    const stored = new Map<number, number>();
    for (let at = 0; at < pointCnt; at++) {
      const value = series[0]?.avg[at];
      if (value !== null && value !== undefined) stored.set(startMs + at * stepMs, value);
    }
    const expected = new Map<number, number>();
    for (let atMs = beganMs; atMs < endMs; atMs += STEP_MS) {
      const part = samples.read().find(({ pod }) => pod?.uid?.includes(uid));
      if (part) expected.set(atMs, part.pod?.memUsedBytes?.[part.pod.uid?.indexOf(uid) ?? 0] ?? -1);
      clock.advance(STEP_MS);
    }
    expect(expected.size).toBeGreaterThan(3);
    expect([...stored]).toEqual([...expected]);
  });

  it('has a history record of every node for every hour, without gaps; the last one is open', async () => {
    const nodes = await app.db
      .selectFrom('object')
      .select('objectId')
      .where('kind', '=', 'node')
      .where('deletedAt', 'is', null)
      .where('createdAt', '<', new Date(beganMs))
      .execute();
    expect(nodes.length).toBeGreaterThan(5);
    // Three hours of the clock, or two when the past began on the hour.
    const hourCnt = Math.floor((endMs - STEP_MS) / HOUR_MS) - Math.floor(beganMs / HOUR_MS) + 1;
    const records = await app.db
      .selectFrom('nodeHistory')
      .select(['nodeId', 'fromAt', 'toAt'])
      .orderBy('fromAt')
      .execute();
    for (const { objectId } of nodes) {
      const own = records.filter(({ nodeId }) => nodeId === objectId);
      expect(own.filter(({ toAt }) => toAt === null)).toHaveLength(1);
      const hours = new Set(own.map(({ fromAt }) => Math.floor(fromAt.getTime() / HOUR_MS)));
      expect(hours.size).toBeGreaterThanOrEqual(hourCnt);
      expect(own[0]?.fromAt.getTime()).toBe(beganMs);
      expect(own.slice(1).map(({ fromAt }) => fromAt)).toEqual(own.slice(0, -1).map(({ toAt }) => toAt));
    }
    // One node flapped an hour ago.
    expect(records.length).toBeGreaterThan(nodes.length * hourCnt);
  });

  it('dates events by their real time', async () => {
    const events = await app.db
      .selectFrom('event')
      .select(['reason', 'firstAt', 'lastAt'])
      .where('reason', 'in', ['BackOff', 'NodeNotReady', 'FailedScheduling'])
      .execute();
    expect(new Set(events.map(({ reason }) => reason)).size).toBe(3);
    // A node flapped for six minutes. An earlier random scenario may have begun the same event.
    const [beginMs, flapEndMs] = [endMs - 70 * 60_000, endMs - 64 * 60_000];
    const flaps = events.filter(
      ({ reason, firstAt, lastAt }) =>
        reason === 'NodeNotReady' && firstAt.getTime() < flapEndMs && lastAt.getTime() > beginMs - 5000,
    );
    expect(flaps.map(({ lastAt }) => lastAt.getTime() < flapEndMs)).toEqual([true]);
  });

  it('stores the tokens in files for their owner only, and a second start keeps them', async () => {
    const file = join(folder.path, 'demo', 'prod-seoul.token');
    const token = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await issueDemoTokens(app.db, join(folder.path, 'demo'), app.clock.now());
    expect(await readFile(file, 'utf8')).toBe(token);
    expect(await app.db.selectFrom('clusterToken').select('tokenId').execute()).toHaveLength(6);
  });
});
