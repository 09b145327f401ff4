import { rowOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { ServerRuns } from '../platform/server-runs.ts';
import {
  chunk,
  containerRecord,
  deletes,
  iso,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from './testing/batches.ts';
import { describePipeline } from './testing/describe-pipeline.ts';

const MINUTE = 60_000;

describePipeline('the ingest pipeline', (fixture) => {
  /** Kind and name, with a minus for deleted objects. */
  async function names(): Promise<string[]> {
    return (await fixture.objects())
      .map(({ kind, name, deletedAt }) => `${deletedAt ? '-' : ''}${kind} ${name}`)
      .sort();
  }

  const deletedNames = async () => (await names()).filter((name) => name.startsWith('-'));

  async function history(name: string): Promise<string[]> {
    const object = (await fixture.objects()).find((row) => row.name === name && row.kind !== 'container');
    const changes = (await fixture.changes()).filter(({ objectId }) => objectId === object?.objectId);
    return changes.map(({ at, changes: what }) => `${at.toISOString()} ${JSON.stringify(what)}`);
  }

  async function cpuOf(scope: 'node' | 'pod' | 'container', id: number): Promise<(number | null)[]> {
    const range = {
      fromMs: fixture.nowMs - 3 * 60 * MINUTE,
      toMs: fixture.nowMs + MINUTE,
      maxPoints: 100_000,
    };
    const query = { scope, ids: [id], metrics: ['cpuUsedCores'] as const, ...range };
    const { series } = await fixture.stack.metrics.series(query);
    return (series[0]?.avg ?? []).filter((value) => value !== null);
  }

  it('stores objects, samples and states, and acknowledges the batch', async () => {
    const ack = await fixture.send({
      inventory: [upserts(fixture.node('node-1'), fixture.pod('web'))],
      samples: [
        rows('node', fixture.nowMs, ['node-1'], { cpuUsedCores: [3] }),
        rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [0.5] }),
        rows('container', fixture.nowMs, ['uid-web/main', 'uid-web/side'], { cpuUsedCores: [0.4, 0.1] }),
      ],
    });
    const manifests = { checkedCnt: 0, wantedUids: [] };
    expect(ack).toEqual({ seq: 1, settings: { sampleEveryMs: 15_000 }, isResyncNeeded: false, manifests });
    expect(await names()).toEqual(['container main', 'container side', 'node node-1', 'pod web']);
    const id = await fixture.podId('web');
    const live = { name: 'web', cpuUsedCores: 0.5, nodeName: 'node-1' };
    expect(fixture.row('pod', id)).toMatchObject(live);
    expect(await cpuOf('pod', id)).toEqual([0.5]);
    const pod = (await fixture.objects()).find((row) => row.objectId === id);
    expect(pod?.placedAt?.getTime()).toBe(fixture.nowMs - 100_000);
    expect(pod?.nodeId).toBe((await fixture.objects()).find((row) => row.kind === 'node')?.objectId);
  });

  it('acknowledges a resent batch without storing it again', async () => {
    const first = fixture.next({ inventory: [upserts(fixture.pod('web'))] });
    await fixture.accept(first);
    const before = await fixture.objects();
    fixture.agent.seq = 0;
    const again = fixture.next({ inventory: [upserts(fixture.pod('other'))] });
    expect(await fixture.accept(again)).toMatchObject({ seq: 1 });
    expect(await fixture.objects()).toEqual(before);
  });

  it('stores a batch once and answers both requests when it is resent before the first answer', async () => {
    const batch = fixture.next({ inventory: [upserts(fixture.pod('web'))] });
    const acks = await Promise.all([fixture.accept(batch), fixture.accept(batch)]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1]);
    expect(await history('web')).toHaveLength(1);
  });

  it.each([
    ['the largest number', 2 ** 53 - 2],
    ['a number within the allowed gap', 5000],
    ['the next number', 2],
  ])('loses no batch of an agent when another sender used its id with %s', async (_name, seq) => {
    const { agent, nowMs } = fixture;
    await fixture.accept(agent.next(nowMs));
    const other = new Sender(fixture.hostId, agent.agentId);
    other.seq = seq - 1;
    await fixture.accept(other.next(nowMs + 1)).catch(() => {});
    await fixture.stack.restart();

    // The agent sends its batch under a new id when the server asks for it.
    const inventory = [upserts(podRecord('web', nowMs))];
    try {
      await fixture.accept(agent.next(nowMs + 2, { inventory }));
    } catch (error) {
      expect(error).toMatchObject({ errorName: 'conflict', detail: { reason: 'agentIdConflict' } });
      const renamed = new Sender(fixture.hostId, 'agent-2');
      renamed.seq = agent.seq - 1;
      const ack = await fixture.accept(renamed.next(nowMs + 2, { inventory }));
      expect(ack).toMatchObject({ seq: 2, isResyncNeeded: true });
    }
    expect(await fixture.podId('web')).toBeGreaterThan(0);
  });

  it('stores both batches when two senders use the same id and number at the same time', async () => {
    const { agent, nowMs } = fixture;
    const other = new Sender(fixture.hostId, agent.agentId);
    const content = { inventory: [upserts(podRecord('web', nowMs))] };
    const sent = [fixture.accept(other.next(nowMs)), fixture.accept(agent.next(nowMs + 1, content))];
    const [, answer] = await Promise.allSettled(sent);
    const isStored = (await fixture.podNames()).includes('web');
    expect(isStored).toBe(answer?.status === 'fulfilled');
  });

  it('has the same state after a restart', async () => {
    await fixture.send({
      inventory: [upserts(fixture.pod('web'), fixture.node('node-1'))],
      samples: [rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [0.5], memUsedBytes: [7] })],
    });
    const id = await fixture.podId('web');
    const before = fixture.row('pod', id);
    const containers = fixture.stack.live.containersOf(id, fixture.nowMs);
    await fixture.stack.restart();
    expect(fixture.row('pod', id)).toEqual(before);
    expect(fixture.stack.live.containersOf(id, fixture.nowMs)).toEqual(containers);
    fixture.agent.seq = 0;
    expect(await fixture.send({})).toMatchObject({ seq: 1 });
  });

  it('computes the state again from the record when another server version wrote it', async () => {
    await fixture.store(fixture.pod('web'));
    const id = await fixture.podId('web');
    const before = fixture.row('pod', id);
    await fixture.db.updateTable('object').set({ state: '{"v":0}' }).where('objectId', '=', id).execute();
    await fixture.stack.restart();
    expect(fixture.row('pod', id)).toEqual(before);
  });

  it('deletes objects that a complete listing does not contain, and none after a broken listing', async () => {
    const [a, b, d] = [fixture.pod('a'), fixture.pod('b'), fixture.pod('d')];
    await fixture.store(a, b, fixture.pod('c'), d);
    await fixture.send({ inventory: [chunk('pod', 'one', 0, false, a)] });
    await fixture.send({ inventory: [chunk('pod', 'two', 0, false, a)] });
    await fixture.send({ inventory: [deletes('pod', 'uid-unknown', fixture.nowMs)] });
    expect(await deletedNames()).toEqual([]);
    // A change between two chunks counts as seen.
    await fixture.store(d);
    await fixture.send({ inventory: [chunk('pod', 'two', 1, true, b)] });
    expect(await deletedNames()).toEqual(['-container main', '-container side', '-pod c']);
    const left = fixture.stack.live.names('pod', fixture.hostId).map(({ name }) => name);
    expect(left.sort()).toEqual(['a', 'b', 'd']);
  });

  it('knows when it last saw a deleted object: at its deletion, or at the last contact before a listing', async () => {
    const startMs = fixture.nowMs;
    await fixture.store(...['watched', 'missed', 'stays'].map((name) => fixture.pod(name)));
    fixture.later(MINUTE);
    await fixture.send({ inventory: [deletes('pod', 'uid-watched', fixture.nowMs)] });
    fixture.later(30 * MINUTE);
    await fixture.send({ inventory: [chunk('pod', 'after', 0, true, podRecord('stays', startMs))] });
    const minutes = (at: Date | null) => at && (at.getTime() - startMs) / MINUTE;
    const pods = (await fixture.objects()).filter(({ kind }) => kind === 'pod');
    const seen = pods.map((pod) => [pod.name, minutes(pod.lastSeenAt), minutes(pod.deletedAt)]);
    expect(seen).toContainEqual(['watched', 1, 1]);
    expect(seen).toContainEqual(['missed', 1, 31]);
    const stays = fixture.row('pod', await fixture.podId('stays'));
    expect(stays).toMatchObject({ lastSeenAt: iso(fixture.nowMs) });
  });

  it('asks for another listing when the first chunks are missing', async () => {
    const pod = fixture.pod('a');
    await fixture.send({ inventory: [chunk('pod', 'one', 0, false, pod)] });
    await fixture.stack.restart();
    const last = await fixture.send({ inventory: [chunk('pod', 'one', 1, true)] });
    expect(last.isResyncNeeded).toBe(true);
    expect(await names()).toEqual(['container main', 'container side', 'pod a']);
    const done = await fixture.send({ inventory: [chunk('pod', 'two', 0, true, pod)] });
    expect(done.isResyncNeeded).toBe(false);
  });

  it('asks for another listing when a chunk in the middle is missing, and deletes nothing', async () => {
    const [a, b] = [fixture.pod('a'), fixture.pod('b')];
    const parts = [upserts(a, b), chunk('pod', 'one', 0, false, a)];
    for (const part of parts) await fixture.send({ inventory: [part] });
    const last = await fixture.send({ inventory: [chunk('pod', 'one', 2, true)] });
    expect(last.isResyncNeeded).toBe(true);
    expect(await fixture.podNames()).toEqual(['a', 'b']);
    expect(await deletedNames()).toEqual([]);
  });

  it('asks an agent for a listing when another server got its earlier batches', async () => {
    fixture.agent.seq = 41;
    expect(await fixture.send()).toMatchObject({ seq: 42, isResyncNeeded: true });
    expect(await fixture.send()).toMatchObject({ isResyncNeeded: true });
    const listed = { inventory: [chunk('pod', 'one', 0, true)] };
    expect(await fixture.send(listed)).toMatchObject({ isResyncNeeded: false });
  });

  it('asks for a listing after a gap in the sequence numbers, as after a restored backup', async () => {
    await fixture.send();
    expect(await fixture.send()).toMatchObject({ seq: 2, isResyncNeeded: false });
    fixture.agent.seq = 500;
    expect(await fixture.send()).toMatchObject({ seq: 501, isResyncNeeded: true });
    await fixture.stack.restart();
    expect(await fixture.send()).toMatchObject({ isResyncNeeded: true });
    const listed = { inventory: [chunk('pod', 'one', 0, true)] };
    expect(await fixture.send(listed)).toMatchObject({ isResyncNeeded: false });
    const node = new Sender(fixture.hostId, 'node-agent', 'node');
    await fixture.accept(node.next(fixture.nowMs));
    node.seq = 500;
    expect(await fixture.accept(node.next(fixture.nowMs))).toMatchObject({ isResyncNeeded: false });
  });

  it('gives a deleted object its old id when it exists again, also after a long time', async () => {
    const pod = fixture.pod('web');
    await fixture.store(pod);
    const id = await fixture.podId('web');
    await fixture.send({ inventory: [deletes('pod', 'uid-web', fixture.nowMs)] });
    expect(await names()).toEqual(['-container main', '-container side', '-pod web']);
    expect(fixture.stack.live.has('pod', id)).toBe(false);
    await fixture.store(pod);
    expect(await names()).toEqual(['container main', 'container side', 'pod web']);
    await fixture.send({ inventory: [deletes('pod', 'uid-web', fixture.nowMs)] });
    fixture.later(180 * MINUTE);
    await fixture.stack.pipeline.tick();
    await fixture.store(pod);
    expect(await fixture.podId('web')).toBe(id);
    expect(await names()).toEqual(['container main', 'container side', 'pod web']);
    expect(fixture.stack.live.has('pod', id)).toBe(true);
  });

  it('separates nodes of the same name and stores samples for the existing node', async () => {
    await fixture.store(fixture.node('node-1'));
    await fixture.store(fixture.node('node-1', { uid: 'uid-second' }));
    await fixture.send({ inventory: [deletes('node', 'uid-node-1', fixture.nowMs)] });
    await fixture.send({ samples: [rows('node', fixture.nowMs, ['node-1'], { cpuUsedCores: [2] })] });
    const [old, young] = (await fixture.objects()).filter((row) => row.kind === 'node');
    expect(await cpuOf('node', old?.objectId ?? 0)).toEqual([]);
    expect(await cpuOf('node', young?.objectId ?? 0)).toEqual([2]);
  });

  it.each(['before the old one is deleted', 'after it', 'after a restart'])(
    'moves the pods of a node to the new node of the same name: %s',
    async (when) => {
      const pods = [fixture.pod('web'), fixture.pod('api')];
      await fixture.store(fixture.node('node-1'), ...pods);
      fixture.later(MINUTE);
      const second = fixture.node('node-1', { uid: 'uid-second' });
      const gone = deletes('node', 'uid-node-1', fixture.nowMs);
      const isDeleted = when !== 'before the old one is deleted';
      if (isDeleted) await fixture.send({ inventory: [gone] });
      if (when === 'after a restart') await fixture.stack.restart();
      await fixture.store(second);
      // A listing repeats pods that have not changed.
      await fixture.send({ inventory: [chunk('pod', 'one', 0, true, ...pods)] });
      if (!isDeleted) await fixture.send({ inventory: [gone] });

      const stored = await fixture.objects();
      const [old, young] = stored.filter(({ kind }) => kind === 'node');
      expect([old?.deletedAt?.getTime(), young?.deletedAt]).toEqual([fixture.nowMs, null]);
      expect(old?.record).toMatchObject({ uid: 'uid-node-1' });
      const youngId = young?.objectId ?? 0;
      for (const pod of stored.filter(({ kind }) => kind === 'pod')) {
        expect([pod.nodeId, pod.placedAt?.getTime()]).toEqual([youngId, fixture.nowMs]);
        expect(fixture.row('pod', pod.objectId)).toMatchObject({ nodeId: youngId });
      }
      expect(fixture.row('node', youngId)).toMatchObject({ podCnt: 2 });
      expect(fixture.stack.live.names('node', fixture.hostId)).toHaveLength(1);
    },
  );

  it('accepts samples of a static pod under the uid that its kubelet uses', async () => {
    await fixture.store(fixture.pod('etcd', { kubeletUid: 'hash-of-file' }));
    await fixture.stack.restart();
    await fixture.send({
      samples: [
        rows('pod', fixture.nowMs, ['hash-of-file'], { cpuUsedCores: [0.2] }),
        rows('container', fixture.nowMs, ['hash-of-file/main'], { cpuUsedCores: [0.1] }),
      ],
    });
    expect(await cpuOf('pod', await fixture.podId('etcd'))).toEqual([0.2]);
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(0);
  });

  it('keeps samples for up to two minutes until their object arrives, also over a restart', async () => {
    const node = new Sender(fixture.hostId, 'node-agent', 'node');
    const samples = [rows('pod', fixture.nowMs, ['uid-web', 'uid-never'], { cpuUsedCores: [0.5, 0.9] })];
    await fixture.accept(node.next(fixture.nowMs, { samples }));
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(2);
    await fixture.stack.restart();
    await fixture.store(fixture.pod('web'));
    const id = await fixture.podId('web');
    expect(await cpuOf('pod', id)).toEqual([0.5]);
    expect(fixture.row('pod', id)).toMatchObject({ cpuUsedCores: 0.5 });
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(1);
    fixture.later(2 * MINUTE);
    await fixture.stack.pipeline.tick();
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(0);
    expect(await fixture.db.selectFrom('waitingSample').selectAll().execute()).toEqual([]);
  });

  it('keeps waiting samples of an agent whose clock is ahead when another agent brings their object', async () => {
    const node = new Sender(fixture.hostId, 'node-agent', 'node');
    const aheadMs = 2 * MINUTE;
    const samples = [rows('pod', fixture.nowMs + aheadMs, ['uid-web'], { cpuUsedCores: [0.5] })];
    await fixture.accept({ ...node.next(fixture.nowMs, { samples }), clockSkewMs: aheadMs });
    await fixture.store(fixture.pod('web'));
    const id = await fixture.podId('web');
    expect(fixture.row('pod', id)).toMatchObject({ cpuUsedCores: 0.5 });
    expect(await fixture.flags()).toEqual([]);
  });

  it('stores late samples, drops samples from the future and reports them', async () => {
    await fixture.store(fixture.pod('web'));
    const minutes = { 0: 3, [-60]: 1, 6: 9, 1: 7, [-50 * 60]: 8 };
    const samples = Object.entries(minutes).map(([at, cores]) =>
      rows('pod', fixture.nowMs + Number(at) * MINUTE, ['uid-web'], { cpuUsedCores: [cores] }),
    );
    await fixture.send({ samples });
    expect(await cpuOf('pod', await fixture.podId('web'))).toEqual([1, 3]);
    expect(fixture.row('pod', await fixture.podId('web'))?.cpuUsedCores).toBe(3);
    expect(await fixture.flags()).toMatchObject([{ reason: 'futureClock', cnt: 2 }]);
  });

  it('records the history of a pod', async () => {
    const startMs = fixture.nowMs;
    const containers = [containerRecord('main', startMs, { state: null, isReady: false })];
    const notStarted = { phase: 'Pending', nodeName: null, startedAt: null, podIp: null } as const;
    await fixture.store(fixture.pod('web', { ...notStarted, conditions: [], containers }));
    const readyMs = fixture.later(MINUTE) + 45_000;
    const started = [containerRecord('main', readyMs)];
    await fixture.store(podRecord('web', readyMs, { containers: started }));
    fixture.later(MINUTE);
    await fixture.send({ inventory: [deletes('pod', 'uid-web', fixture.nowMs - 5_000)] });
    const entries = await history('web');
    expect(entries).toHaveLength(3);
    expect(entries[0]).toBe(`${iso(startMs)} [{"what":"created","from":null,"to":"web"}]`);
    // The latest time in the record is its readiness.
    expect(entries[1]).toContain(iso(startMs + MINUTE - 5_000));
    expect(entries[1]).toContain('{"what":"phase","from":"Pending","to":"Running"}');
    expect(entries[1]).toContain('{"what":"nodeName","from":null,"to":"node-1"}');
    expect(entries[2]).toContain('{"what":"deleted","from":"web","to":null}');
    expect(entries[2]).toContain(iso(fixture.nowMs - 5_000));
  });

  it('writes no history for changed labels, but stores the record', async () => {
    await fixture.store(fixture.pod('web'));
    const relabelled = fixture.pod('web', { labels: { app: 'web', tier: 'front' } });
    await fixture.store(relabelled);
    expect(await history('web')).toHaveLength(1);
    expect((await fixture.objects()).find((row) => row.kind === 'pod')?.record).toEqual(relabelled);
  });

  it('begins a new node record at each hour and change, and ends it when the node is deleted', async () => {
    const node = (status: 'True' | 'False', changedMs: number) =>
      fixture.node('node-1', { conditions: [readiness(status, changedMs)] });
    const startMs = fixture.nowMs;
    await fixture.store(node('True', fixture.nowMs - 99_000));
    fixture.later(10 * MINUTE);
    await fixture.store(node('False', fixture.nowMs - 10_000));
    await fixture.stack.restart();
    fixture.later(10 * MINUTE);
    await fixture.send();
    fixture.later(11 * MINUTE);
    await fixture.send();
    await fixture.send({ inventory: [deletes('node', 'uid-node-1', fixture.nowMs)] });
    const spans = await fixture.spans();
    const minutes = (at: Date | null) => at && (at.getTime() - startMs) / MINUTE;
    expect(spans.map((span) => [minutes(span.fromAt), minutes(span.toAt), span.condition])).toEqual([
      [0, 10 - 10 / 60, 'Ready'],
      [10 - 10 / 60, 30, 'NotReady'],
      [30, 31, 'NotReady'],
    ]);
  });

  it.each([false, true])(
    'continues the node history after a server clock that was 500 days ahead, with restarts: %s',
    async (isRestarted) => {
      const startMs = fixture.nowMs;
      const aheadMs = 500 * 24 * 60 * MINUTE;
      await fixture.store(fixture.node('node-1'));
      const wrongMs = fixture.later(aheadMs);
      await fixture.accept({ ...fixture.agent.next(startMs, {}, wrongMs), clockSkewMs: -aheadMs });
      fixture.later(-aheadMs);
      for (let minutes = 10; minutes <= 100; minutes += 10) {
        if (isRestarted) await fixture.stack.restart();
        fixture.later(10 * MINUTE);
        await fixture.send();
      }
      const minutes = (at: Date | null) => at && (at.getTime() - startMs) / MINUTE;
      const spans = (await fixture.spans()).map(({ fromAt, toAt }) => `${minutes(fromAt)} ${minutes(toAt)}`);
      const wrong = aheadMs / MINUTE;
      expect(spans).toEqual(['0 0', '10 30', '30 90', '90 null', `${wrong} ${wrong}`]);
    },
  );

  it('ends the node records of a silent cluster, also when the server restarts often', async () => {
    const startMs = fixture.nowMs;
    await fixture.store(fixture.node('node-1'));
    const endOfRecord = async () => {
      const found = await rowOf(fixture.db, 'nodeHistory', { hostId: fixture.hostId }, ['toAt']);
      return found.toAt?.getTime() ?? null;
    };
    for (let run = 0; run < 3; run++) {
      expect(await endOfRecord()).toBeNull();
      await fixture.stack.restart();
      const runs = await ServerRuns.open(fixture.db, fixture.stack.clock.now());
      fixture.later(7 * MINUTE);
      await runs.note(fixture.stack.clock.now());
      await fixture.stack.pipeline.tick();
      // While the server does not run, its silence does not count.
      fixture.later(30 * MINUTE);
    }
    expect(await endOfRecord()).toBe(startMs);
  });

  it('stores the sums of a cluster when a sample interval has ended', async () => {
    const slotMs = fixture.nowMs - (fixture.nowMs % 15_000);
    await fixture.send({
      inventory: [upserts(fixture.node('node-1'), fixture.pod('web'))],
      samples: [rows('node', slotMs + 1_000, ['node-1'], { cpuUsedCores: [3] })],
    });
    fixture.later(15_000);
    await fixture.send({ samples: [rows('node', slotMs + 16_000, ['node-1'], { cpuUsedCores: [4] })] });
    const latest = { scope: 'cluster', sinceMs: fixture.nowMs - MINUTE } as const;
    const { ids, tsMs, columns } = await fixture.stack.metrics.latest(latest);
    const row = ids.indexOf(fixture.hostId);
    expect([tsMs[row], columns.cpuUsedCores?.[row], columns.podCnt?.[row]]).toEqual([slotMs, 3, 1]);
  });

  it('dates the sums of a cluster by the server clock when the clock of a node is fast', async () => {
    await fixture.store(fixture.node('fast'), fixture.node('right'));
    const fast = new Sender(fixture.hostId, 'fast', 'node');
    const slots: number[] = [];
    for (let round = 0; round < 3; round++) {
      const nowMs = fixture.later(15_000);
      slots.push(nowMs - (nowMs % 15_000));
      const ahead = [rows('node', nowMs + 4 * MINUTE, ['fast'], { cpuUsedCores: [1] })];
      await fixture.accept({ ...fast.next(nowMs, { samples: ahead }), clockSkewMs: 4 * MINUTE });
      await fixture.send({ samples: [rows('node', nowMs, ['right'], { cpuUsedCores: [2] })] });
    }
    const sums = await fixture.stack.metrics.latest({ scope: 'cluster', sinceMs: fixture.nowMs - MINUTE });
    const row = sums.ids.indexOf(fixture.hostId);
    expect([sums.tsMs[row], sums.columns.cpuUsedCores?.[row]]).toEqual([slots[1], 3]);
  });

  it('dates the problems of an agent by the server clock when the clock of the agent is wrong', async () => {
    const { live } = fixture.stack;
    const skewMs = 10 * MINUTE;
    const send = (more: Parameters<typeof fixture.agent.next>[1] = {}) => {
      const batch = fixture.agent.next(fixture.nowMs + skewMs, more, fixture.nowMs);
      return fixture.accept({ ...batch, clockSkewMs: skewMs });
    };
    await send({ inventory: [upserts(fixture.node('node-1'))] });
    const blindMs = fixture.later(MINUTE);
    const what = { problem: 'apiForbidden', detail: 'pod: status 403' } as const;
    const problem = { ...what, since: iso(blindMs + skewMs) };
    for (const minutes of [0, 6]) {
      fixture.later(minutes * MINUTE);
      await send({ problems: [problem] });
    }
    const state = live.clusterState(fixture.hostId, fixture.nowMs);
    expect(state).toMatchObject({ isStale: true, dataAt: iso(blindMs) });
    const [agent] = live.clusterSummary(fixture.hostId, fixture.nowMs)?.agentList ?? [];
    expect(agent).toMatchObject({ problemList: [{ ...problem, since: iso(blindMs) }] });
  });

  it('refuses samples while the server clock is behind, and stores all of them afterwards', async () => {
    const HOUR = 60 * MINUTE;
    const { pipeline } = fixture.stack;
    const agents = ['a', 'b', 'c'].map((agentId) => new Sender(fixture.hostId, agentId, 'node'));
    const startMs = fixture.nowMs;
    await fixture.store(...agents.map(({ agentId }) => fixture.node(`node-${agentId}`)));
    const send = (agent: Sender, skewMs: number) => {
      const samples = [rows('node', startMs + HOUR, [`node-${agent.agentId}`], { cpuUsedCores: [1] })];
      return { ...agent.next(startMs + HOUR, { samples }, fixture.nowMs), clockSkewMs: skewMs };
    };
    const waiting = agents.map((agent) => send(agent, HOUR));
    for (const received of waiting)
      await expect(fixture.accept(received)).rejects.toMatchObject({ errorName: 'busy' });
    expect(pipeline.clockBehindMs).toBe(HOUR);

    const receivedAt = new Date(fixture.later(HOUR));
    for (const received of waiting) await fixture.accept({ ...received, receivedAt, clockSkewMs: 0 });
    expect(pipeline.clockBehindMs).toBeNull();
    expect(await fixture.flags()).toEqual([]);
    const stored = await fixture.stack.metrics.latest({ scope: 'node', sinceMs: startMs });
    const nodes = (await fixture.objects()).filter(({ kind }) => kind === 'node');
    const ids = nodes.map(({ objectId }) => objectId);
    expect(ids.filter((id) => stored.tsMs[stored.ids.indexOf(id)] === startMs + HOUR)).toHaveLength(3);
  });
});
