import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@gwanje/testkit/free-port';
import { TestProcess } from '@gwanje/testkit/processes';
import { type TemporaryFolder, temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { issueDemoTokens } from './tokens.ts';

const root = join(import.meta.dirname, '../../../..');
const NAMES = ['prod-seoul', 'prod-busan', 'stage-onprem'];
const STEP_MS = 240_000;
const HISTORY_SEC = 3 * 3600;

const Said = z.object({ control: z.string() });
const Clusters = z.object({
  clusters: z.array(z.object({ name: z.string(), nodes: z.number(), pods: z.number() })),
});
const Summary = z.object({
  pods: z.array(
    z.object({
      podRef: z.object({ uid: z.string(), name: z.string() }),
      cpu: z.object({ usageNanoCores: z.number() }),
      memory: z.object({ workingSetBytes: z.number() }),
    }),
  ),
});

describe('the replay of a past', () => {
  let app: TestApp;
  let folder: TemporaryFolder;
  let simulator: TestProcess;
  let control: string;
  let ticking: NodeJS.Timeout | undefined;
  let serverUrl: string;
  const endMs = Math.floor(Date.now() / 60_000) * 60_000;
  const beganMs = endMs - HISTORY_SEC * 1000;

  beforeAll(async () => {
    app = await startTestApp();
    // Agents date their requests by the real clock.
    ticking = setInterval(() => app.clock.set(new Date()), 20);
    app.clock.set(new Date());
    folder = temporaryFolder();
    const port = await freePort();
    serverUrl = `http://127.0.0.1:${port}`;
    await startSimulator();

    // Begun before the server is there, as at the first start of a demo.
    const first = startReplay();
    await vi.waitFor(async () => expect(await toldMs()).toBeGreaterThan(beganMs), { timeout: 60_000 });
    await issueDemoTokens(app.db, folder.path, app.clock.now());
    await app.app.listen({ host: '127.0.0.1', port });
    // Killed when some of it is stored, and begun again by a simulator that begins again too.
    await vi.waitFor(async () => expect(await storedBatches()).toBeGreaterThan(5), {
      timeout: 60_000,
      interval: 20,
    });
    await first.kill();
    const stored = await storedBatches();
    await simulator.stop();
    await startSimulator();
    const second = startReplay();
    expect(await second.exited, second.lines.join('\n')).toMatchObject({ code: 0 });
    expect(await storedBatches()).toBeGreaterThan(stored);
  }, 180_000);

  afterAll(async () => {
    clearInterval(ticking);
    await simulator?.stop();
    await app?.[Symbol.asyncDispose]();
    folder?.[Symbol.dispose]();
  });

  async function startSimulator(): Promise<void> {
    simulator = new TestProcess(join(root, 'tools/simulator/src/main.ts'), {
      args: [
        ...['--port', '0', '--tls', '0', '--life', '0', '--pods', '120'],
        ...['--clusters', 'aks:prod-seoul,eks:prod-busan,onprem:stage-onprem'],
        ...['--clock', new Date(beganMs).toISOString(), '--story-sec', String(HISTORY_SEC)],
      ],
      env: { GWANJE_DATA_DIR: folder.path },
    });
    const line = await simulator.waitForLine((said) => said.includes('"ready":"simulator"'), 60_000);
    ({ control } = Said.parse(JSON.parse(line)));
    expect(line).not.toContain('"token');
  }

  function startReplay(): TestProcess {
    return new TestProcess(join(root, 'apps/agent/src/replay/main.ts'), {
      args: [
        ...['--control', control, '--clusters', NAMES.join(',')],
        ...['--tokens', join(folder.path, 'demo'), '--kubeconfigs', join(folder.path, 'simulator')],
        ...['--fine-from', new Date(endMs).toISOString(), '--coarse-sec', String(STEP_MS / 1000)],
      ],
      env: { GWANJE_AGENT_SERVER: serverUrl, GWANJE_AGENT_DATA_DIR: join(folder.path, 'agents') },
    });
  }

  async function storedBatches(): Promise<number> {
    const agents = await app.db.selectFrom('agent').select('lastSeq').execute();
    return agents.reduce((sum, { lastSeq }) => sum + Number(lastSeq), 0);
  }

  async function ask(path: string): Promise<unknown> {
    return (await fetch(`${control}${path}`)).json();
  }

  /** How far the replay has moved the simulator's clock. */
  async function toldMs(): Promise<number> {
    const answer = await fetch(`${control}/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: 0 }),
    });
    return Date.parse(z.object({ now: z.string() }).parse(await answer.json()).now);
  }

  async function hosts() {
    return app.db.selectFrom('cluster').select(['hostId', 'name']).orderBy('hostId').execute();
  }

  it('leaves each cluster with the nodes and pods that the simulator has', async () => {
    const { clusters } = Clusters.parse(await ask('/clusters'));
    for (const { hostId, name } of await hosts()) {
      const counts = await app.db
        .selectFrom('object')
        .select(({ fn }) => ['kind', fn.countAll<number>().as('cnt')])
        .where('hostId', '=', hostId)
        .where('deletedAt', 'is', null)
        .where('kind', 'in', ['node', 'pod'])
        .groupBy('kind')
        .execute();
      const expected = clusters.find((cluster) => cluster.name === name);
      expect(Object.fromEntries(counts.map(({ kind, cnt }) => [kind, Number(cnt)]))).toEqual({
        node: expected?.nodes,
        pod: expected?.pods,
      });
    }
  });

  it('is told under one id by each agent, which goes on after its last number', async () => {
    const agents = await app.db.selectFrom('agent').select(['hostId', 'agentId', 'lastSeq']).execute();
    expect(agents).toHaveLength(3);
    expect(new Set(agents.map(({ hostId }) => hostId)).size).toBe(3);
    const folders = await readdir(join(folder.path, 'agents'));
    const kept = await Promise.all(
      folders.map(async (name) => {
        const read = (file: string) => readFile(join(folder.path, 'agents', name, file), 'utf8');
        return [await read('id'), Number(await read('retired'))];
      }),
    );
    expect(kept.toSorted()).toEqual(
      agents.map(({ agentId, lastSeq }) => [agentId, Number(lastSeq)]).toSorted(),
    );
  });

  it('holds of a pod at every step what its kubelet said, and nothing else', async () => {
    const [host] = await hosts();
    const pods = await app.db
      .selectFrom('object as pod')
      .innerJoin('object as node', 'node.objectId', 'pod.nodeId')
      .select(['pod.objectId', 'pod.uid', 'node.name as nodeName', 'pod.createdAt'])
      .where('pod.hostId', '=', host?.hostId ?? 0)
      .where('pod.kind', '=', 'pod')
      .where('pod.deletedAt', 'is', null)
      .where('pod.namespace', '=', 'kube-system')
      .where('pod.createdAt', '<', new Date(beganMs))
      .orderBy('pod.objectId')
      .limit(3)
      .execute();
    expect(pods.length).toBeGreaterThan(0);
    for (const pod of pods) {
      const answer = await app.services.metricStore.series({
        scope: 'pod',
        ids: [pod.objectId],
        metrics: ['cpuUsedCores', 'memUsedBytes'],
        fromMs: beganMs,
        toMs: endMs,
        maxPoints: 100_000,
      });
      const [cores, bytes] = answer.series;
      const told = new Map<number, [number, number]>();
      for (let at = 0; at < answer.pointCnt; at++) {
        const value = bytes?.avg[at];
        if (value !== null && value !== undefined)
          told.set(answer.startMs + at * answer.stepMs, [cores?.avg[at] ?? -1, value]);
      }
      const said = new Map<number, [number, number]>();
      for (let atMs = beganMs; atMs < endMs; atMs += STEP_MS) {
        const path = `/clusters/prod-seoul/nodes/${pod.nodeName}/stats/summary?at=${new Date(atMs).toISOString()}`;
        const own = Summary.parse(await ask(path)).pods.find(({ podRef }) => podRef.uid === pod.uid);
        if (own) said.set(atMs, [own.cpu.usageNanoCores / 1e9, own.memory.workingSetBytes]);
      }
      expect(told.size).toBe((HISTORY_SEC * 1000) / STEP_MS);
      expect([...told]).toEqual([...said]);
    }
  });

  it('has a record of every node for every hour, one after the other, of which the last is running', async () => {
    const nodes = await app.db
      .selectFrom('object')
      .select('objectId')
      .where('kind', '=', 'node')
      .where('deletedAt', 'is', null)
      .execute();
    const records = await app.db
      .selectFrom('nodeHistory')
      .select(['nodeId', 'fromAt', 'toAt'])
      .orderBy('fromAt')
      .execute();
    for (const { objectId } of nodes) {
      const own = records.filter(({ nodeId }) => nodeId === objectId);
      expect(own.filter(({ toAt }) => toAt === null)).toHaveLength(1);
      const hours = new Set(own.map(({ fromAt }) => Math.floor(fromAt.getTime() / 3_600_000)));
      expect(hours.size).toBeGreaterThanOrEqual(HISTORY_SEC / 3600);
      expect(own[0]?.fromAt.getTime()).toBe(beganMs);
      expect(own.slice(1).map(({ fromAt }) => fromAt)).toEqual(own.slice(0, -1).map(({ toAt }) => toAt));
    }
    // The node that flapped an hour ago.
    expect(records.length).toBeGreaterThan(nodes.length * (HISTORY_SEC / 3600 + 1));
  });

  it('tells of what happened on the way, at the time it happened', async () => {
    const events = await app.db
      .selectFrom('event')
      .select(['reason', 'firstAt'])
      .where('reason', 'in', ['BackOff', 'NodeNotReady', 'FailedScheduling'])
      .execute();
    expect(new Set(events.map(({ reason }) => reason)).size).toBe(3);
    for (const { firstAt } of events) expect(firstAt.getTime()).toBeLessThanOrEqual(Date.now());
    const flaps = events.filter(({ reason }) => reason === 'NodeNotReady');
    expect(flaps.some(({ firstAt }) => Math.abs(firstAt.getTime() - (endMs - 70 * 60_000)) < 5000)).toBe(
      true,
    );
  });

  it('keeps the token in a file for its owner alone, and a second start keeps it', async () => {
    const file = join(folder.path, 'demo', 'prod-seoul.token');
    const token = await readFile(file, 'utf8');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await issueDemoTokens(app.db, folder.path, app.clock.now());
    expect(await readFile(file, 'utf8')).toBe(token);
    const tokens = await app.db.selectFrom('clusterToken').select('tokenId').execute();
    expect(tokens).toHaveLength(3);
  });
});
