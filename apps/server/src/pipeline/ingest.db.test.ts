import { rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { ServerRuns } from '../platform/server-runs.ts';
import {
  chunk,
  containerRecord,
  deletes,
  iso,
  nodeRecord,
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

  async function history(name: string): Promise<string[]> {
    const object = (await fixture.objects()).find((row) => row.name === name && row.kind !== 'container');
    const changes = (await fixture.changes()).filter(({ objectId }) => objectId === object?.objectId);
    return changes.map(({ at, changes: what }) => `${at.toISOString()} ${JSON.stringify(what)}`);
  }

  async function cpuOf(scope: 'node' | 'pod' | 'container', id: number): Promise<(number | null)[]> {
    const { series } = await fixture.stack.metrics.series({
      scope,
      ids: [id],
      metrics: ['cpuUsedCores'],
      fromMs: fixture.nowMs - 3 * 60 * MINUTE,
      toMs: fixture.nowMs + MINUTE,
      maxPoints: 100_000,
    });
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
    expect(ack).toEqual({
      seq: 1,
      settings: { sampleEveryMs: 15_000 },
      isResyncNeeded: false,
      manifests: { checkedCnt: 0, wantedUids: [] },
    });
    expect(await names()).toEqual(['container main', 'container side', 'node node-1', 'pod web']);
    const id = await fixture.podId('web');
    expect(fixture.stack.live.row('pod', id, fixture.nowMs)).toMatchObject({
      name: 'web',
      cpuUsedCores: 0.5,
      nodeName: 'node-1',
    });
    expect(await cpuOf('pod', id)).toEqual([0.5]);
    const pod = (await fixture.objects()).find((row) => row.objectId === id);
    expect(pod?.placedAt?.getTime()).toBe(fixture.nowMs - 100_000);
    expect(pod?.nodeId).toBe((await fixture.objects()).find((row) => row.kind === 'node')?.objectId);
  });

  it('acknowledges a resent batch without storing it again', async () => {
    const first = fixture.agent.next(fixture.nowMs, { inventory: [upserts(fixture.pod('web'))] });
    await fixture.accept(first);
    const before = await fixture.objects();
    fixture.agent.seq = 0;
    const again = fixture.agent.next(fixture.nowMs, { inventory: [upserts(fixture.pod('other'))] });
    expect(await fixture.accept(again)).toMatchObject({ seq: 1 });
    expect(await fixture.objects()).toEqual(before);
  });

  it('stores a batch once and answers both requests when it is resent before the first answer', async () => {
    const batch = fixture.agent.next(fixture.nowMs, { inventory: [upserts(fixture.pod('web'))] });
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
    const sent = [
      fixture.accept(other.next(nowMs)),
      fixture.accept(agent.next(nowMs + 1, { inventory: [upserts(podRecord('web', nowMs))] })),
    ];
    const answers = await Promise.allSettled(sent);
    const stored = await fixture.objects();
    const wasAccepted = answers[1]?.status === 'fulfilled';
    expect(stored.some(({ name }) => name === 'web')).toBe(wasAccepted);
  });

  it('has the same state after a restart', async () => {
    await fixture.send({
      inventory: [upserts(fixture.pod('web'), fixture.node('node-1'))],
      samples: [rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [0.5], memUsedBytes: [7] })],
    });
    const id = await fixture.podId('web');
    const before = fixture.stack.live.row('pod', id, fixture.nowMs);
    const containers = fixture.stack.live.containersOf(id, fixture.nowMs);
    await fixture.stack.restart();
    expect(fixture.stack.live.row('pod', id, fixture.nowMs)).toEqual(before);
    expect(fixture.stack.live.containersOf(id, fixture.nowMs)).toEqual(containers);
    fixture.agent.seq = 0;
    expect(await fixture.send({})).toMatchObject({ seq: 1 });
  });

  it('computes the state again from the record when another server version wrote it', async () => {
    await fixture.store(fixture.pod('web'));
    const id = await fixture.podId('web');
    const before = fixture.stack.live.row('pod', id, fixture.nowMs);
    await fixture.db.updateTable('object').set({ state: '{"v":0}' }).where('objectId', '=', id).execute();
    await fixture.stack.restart();
    expect(fixture.stack.live.row('pod', id, fixture.nowMs)).toEqual(before);
  });

  it('deletes objects that a complete listing does not contain, and none after a broken listing', async () => {
    const pods = ['a', 'b', 'c', 'd'].map((name) => fixture.pod(name));
    const [a, b, c, d] = pods;
    if (!a || !b || !c || !d) throw new Error('four pods');
    await fixture.store(...pods);
    await fixture.send({ inventory: [chunk('pod', 'one', 0, false, a)] });
    await fixture.send({ inventory: [chunk('pod', 'two', 0, false, a)] });
    await fixture.send({ inventory: [deletes('pod', 'uid-unknown', fixture.nowMs)] });
    expect((await names()).filter((name) => name.startsWith('-'))).toEqual([]);
    // A change between two chunks counts as seen.
    await fixture.store(d);
    await fixture.send({ inventory: [chunk('pod', 'two', 1, true, b)] });
    expect((await names()).filter((name) => name.startsWith('-'))).toEqual([
      '-container main',
      '-container side',
      '-pod c',
    ]);
    expect(
      fixture.stack.live
        .names('pod', fixture.hostId)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'd']);
  });

  it('knows when it last saw a deleted object: at its deletion, or at the last contact before a listing', async () => {
    const startMs = fixture.nowMs;
    const pods = ['watched', 'missed', 'stays'].map((name) => podRecord(name, startMs));
    await fixture.accept(fixture.agent.next(startMs, { inventory: [upserts(...pods)] }));
    fixture.later(MINUTE);
    const deletion = deletes('pod', 'uid-watched', fixture.nowMs);
    await fixture.send({ inventory: [deletion] });
    fixture.later(30 * MINUTE);
    await fixture.send({ inventory: [chunk('pod', 'after', 0, true, podRecord('stays', startMs))] });
    const seen = (await fixture.objects())
      .filter(({ kind }) => kind === 'pod')
      .map(({ name, lastSeenAt, deletedAt }) => [
        name,
        (lastSeenAt.getTime() - startMs) / MINUTE,
        deletedAt && (deletedAt.getTime() - startMs) / MINUTE,
      ]);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['watched', 1, 1],
        ['missed', 1, 31],
      ]),
    );
    const id = await fixture.podId('stays');
    expect(fixture.stack.live.row('pod', id, fixture.nowMs)).toMatchObject({
      lastSeenAt: new Date(fixture.nowMs).toISOString(),
    });
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
    expect((await names()).filter((name) => name.startsWith('-'))).toEqual([]);
  });

  it('asks an agent for a listing when another server got its earlier batches', async () => {
    fixture.agent.seq = 41;
    expect(await fixture.send()).toMatchObject({ seq: 42, isResyncNeeded: true });
    expect(await fixture.send()).toMatchObject({ isResyncNeeded: true });
    const listed = fixture.agent.next(fixture.nowMs, { inventory: [chunk('pod', 'one', 0, true)] });
    expect(await fixture.accept(listed)).toMatchObject({ isResyncNeeded: false });
  });

  it('asks for a listing after a gap in the sequence numbers, as after a restored backup', async () => {
    await fixture.send();
    const before = await fixture.send();
    expect(before).toMatchObject({ seq: 2, isResyncNeeded: false });
    fixture.agent.seq = 500;
    expect(await fixture.send()).toMatchObject({ seq: 501, isResyncNeeded: true });
    await fixture.stack.restart();
    expect(await fixture.send()).toMatchObject({ isResyncNeeded: true });
    const listed = fixture.agent.next(fixture.nowMs, { inventory: [chunk('pod', 'one', 0, true)] });
    expect(await fixture.accept(listed)).toMatchObject({ isResyncNeeded: false });
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
    const first = fixture.node('node-1');
    const second = fixture.node('node-1', { uid: 'uid-second' });
    await fixture.store(first);
    await fixture.store(second);
    await fixture.send({ inventory: [deletes('node', 'uid-node-1', fixture.nowMs)] });
    await fixture.send({ samples: [rows('node', fixture.nowMs, ['node-1'], { cpuUsedCores: [2] })] });
    const [old, young] = (await fixture.objects()).filter((row) => row.kind === 'node');
    expect([await cpuOf('node', old?.objectId ?? 0), await cpuOf('node', young?.objectId ?? 0)]).toEqual([
      [],
      [2],
    ]);
  });

  it.each(['before the old one is deleted', 'after it', 'after a restart'])(
    'moves the pods of a node to the new node of the same name: %s',
    async (when) => {
      const startMs = fixture.nowMs;
      const pods = [podRecord('web', startMs), podRecord('api', startMs)];
      await fixture.accept(
        fixture.agent.next(startMs, { inventory: [upserts(nodeRecord('node-1', startMs), ...pods)] }),
      );
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
        expect(fixture.stack.live.row('pod', pod.objectId, fixture.nowMs)).toMatchObject({ nodeId: youngId });
      }
      expect(fixture.stack.live.row('node', youngId, fixture.nowMs)).toMatchObject({ podCnt: 2 });
      expect(fixture.stack.live.names('node', fixture.hostId)).toHaveLength(1);
    },
  );

  it('accepts samples of a static pod under the uid that its kubelet uses', async () => {
    const pod = fixture.pod('etcd', { kubeletUid: 'hash-of-file' });
    await fixture.store(pod);
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
    await fixture.accept(
      node.next(fixture.nowMs, {
        samples: [rows('pod', fixture.nowMs, ['uid-web', 'uid-never'], { cpuUsedCores: [0.5, 0.9] })],
      }),
    );
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(2);
    await fixture.stack.restart();
    await fixture.store(fixture.pod('web'));
    expect(await cpuOf('pod', await fixture.podId('web'))).toEqual([0.5]);
    expect(fixture.stack.live.row('pod', await fixture.podId('web'), fixture.nowMs)).toMatchObject({
      cpuUsedCores: 0.5,
    });
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
    expect(fixture.stack.live.row('pod', await fixture.podId('web'), fixture.nowMs)).toMatchObject({
      cpuUsedCores: 0.5,
    });
    expect(await fixture.flags()).toEqual([]);
  });

  it('stores late samples, drops samples from the future and reports them', async () => {
    await fixture.store(fixture.pod('web'));
    await fixture.send({
      samples: [
        rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [3] }),
        rows('pod', fixture.nowMs - 60 * MINUTE, ['uid-web'], { cpuUsedCores: [1] }),
        rows('pod', fixture.nowMs + 6 * MINUTE, ['uid-web'], { cpuUsedCores: [9] }),
        rows('pod', fixture.nowMs + MINUTE, ['uid-web'], { cpuUsedCores: [7] }),
        rows('pod', fixture.nowMs - 50 * 60 * MINUTE, ['uid-web'], { cpuUsedCores: [8] }),
      ],
    });
    expect(await cpuOf('pod', await fixture.podId('web'))).toEqual([1, 3]);
    expect(fixture.stack.live.row('pod', await fixture.podId('web'), fixture.nowMs)?.cpuUsedCores).toBe(3);
    const flags = await rowsOf(fixture.db, 'refusal', { hostId: fixture.hostId });
    expect(flags).toMatchObject([{ reason: 'futureClock', cnt: 2 }]);
  });

  it('records the history of a pod', async () => {
    const startMs = fixture.nowMs;
    const waiting = podRecord('web', startMs, {
      phase: 'Pending',
      nodeName: null,
      startedAt: null,
      podIp: null,
      conditions: [],
      containers: [containerRecord('main', startMs, { state: null, isReady: false })],
    });
    await fixture.accept(fixture.agent.next(startMs, { inventory: [upserts(waiting)] }));
    fixture.later(MINUTE);
    await fixture.store(
      podRecord('web', fixture.nowMs + 45_000, {
        containers: [containerRecord('main', fixture.nowMs + 45_000)],
      }),
    );
    fixture.later(MINUTE);
    await fixture.send({ inventory: [deletes('pod', 'uid-web', fixture.nowMs - 5_000)] });
    const entries = await history('web');
    expect(entries).toHaveLength(3);
    expect(entries[0]).toBe(`${new Date(startMs).toISOString()} [{"what":"created","from":null,"to":"web"}]`);
    // The latest time in the record is its readiness.
    expect(entries[1]).toContain(new Date(startMs + MINUTE - 5_000).toISOString());
    expect(entries[1]).toContain('{"what":"phase","from":"Pending","to":"Running"}');
    expect(entries[1]).toContain('{"what":"nodeName","from":null,"to":"node-1"}');
    expect(entries[2]).toContain('{"what":"deleted","from":"web","to":null}');
    expect(entries[2]).toContain(new Date(fixture.nowMs - 5_000).toISOString());
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
    const spans = await rowsOf(fixture.db, 'nodeHistory', { hostId: fixture.hostId }, '*', ['fromAt']);
    const minutes = (at: Date | null) => (at ? (at.getTime() - startMs) / MINUTE : null);
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
      const restart = async () => {
        if (isRestarted) await fixture.stack.restart();
      };
      await fixture.accept(
        fixture.agent.next(startMs, { inventory: [upserts(nodeRecord('node-1', startMs))] }),
      );
      const wrongMs = fixture.later(aheadMs);
      await fixture.accept({ ...fixture.agent.next(startMs, {}, wrongMs), clockSkewMs: -aheadMs });
      fixture.later(-aheadMs);
      for (let minutes = 10; minutes <= 100; minutes += 10) {
        await restart();
        fixture.later(10 * MINUTE);
        await fixture.send();
      }
      const spans = (await fixture.spans()).map(({ fromAt, toAt }) => [
        (fromAt.getTime() - startMs) / MINUTE,
        toAt && (toAt.getTime() - startMs) / MINUTE,
      ]);
      const wrong = aheadMs / MINUTE;
      expect(spans).toEqual([
        [0, 0],
        [10, 30],
        [30, 90],
        [90, null],
        [wrong, wrong],
      ]);
    },
  );

  it('ends the node records of a silent cluster, also when the server restarts often', async () => {
    const startMs = fixture.nowMs;
    await fixture.accept(
      fixture.agent.next(startMs, { inventory: [upserts(nodeRecord('node-1', startMs))] }),
    );
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
    const { ids, tsMs, columns } = await fixture.stack.metrics.latest({
      scope: 'cluster',
      sinceMs: fixture.nowMs - MINUTE,
    });
    const row = ids.indexOf(fixture.hostId);
    expect([tsMs[row], columns.cpuUsedCores?.[row], columns.podCnt?.[row]]).toEqual([slotMs, 3, 1]);
  });

  it('dates the sums of a cluster by the server clock when the clock of a node is fast', async () => {
    const names = ['fast', 'right'];
    await fixture.store(...names.map((name) => fixture.node(name)));
    const fast = new Sender(fixture.hostId, 'fast', 'node');
    const slots: number[] = [];
    for (let round = 0; round < 3; round++) {
      const nowMs = fixture.later(15_000);
      slots.push(nowMs - (nowMs % 15_000));
      const ahead = [rows('node', nowMs + 4 * MINUTE, ['fast'], { cpuUsedCores: [1] })];
      await fixture.accept({ ...fast.next(nowMs, { samples: ahead }), clockSkewMs: 4 * MINUTE });
      const samples = [rows('node', nowMs, ['right'], { cpuUsedCores: [2] })];
      await fixture.accept(fixture.agent.next(nowMs, { samples }));
    }
    const sums = await fixture.stack.metrics.latest({ scope: 'cluster', sinceMs: fixture.nowMs - MINUTE });
    const row = sums.ids.indexOf(fixture.hostId);
    expect([sums.tsMs[row], sums.columns.cpuUsedCores?.[row]]).toEqual([slots[1], 3]);
  });

  it('dates the problems of an agent by the server clock when the clock of the agent is wrong', async () => {
    const { live } = fixture.stack;
    const skewMs = 10 * MINUTE;
    const send = (more: Parameters<typeof fixture.agent.next>[1] = {}) =>
      fixture.accept({
        ...fixture.agent.next(fixture.nowMs + skewMs, more, fixture.nowMs),
        clockSkewMs: skewMs,
      });
    await send({ inventory: [upserts(fixture.node('node-1'))] });
    const blindMs = fixture.later(MINUTE);
    const problem = {
      problem: 'apiForbidden' as const,
      detail: 'pod: status 403',
      since: iso(blindMs + skewMs),
    };
    for (const minutes of [0, 6]) {
      fixture.later(minutes * MINUTE);
      await send({ problems: [problem] });
    }
    expect(live.clusterState(fixture.hostId, fixture.nowMs)).toMatchObject({
      isStale: true,
      dataAt: iso(blindMs),
    });
    expect(live.clusterSummary(fixture.hostId, fixture.nowMs)?.agentList).toMatchObject([
      { problemList: [{ ...problem, since: iso(blindMs) }] },
    ]);
  });

  it('refuses samples while the server clock is behind, and stores all of them afterwards', async () => {
    const HOUR = 60 * MINUTE;
    const { pipeline } = fixture.stack;
    const agents = ['a', 'b', 'c'].map((agentId) => new Sender(fixture.hostId, agentId, 'node'));
    const names = agents.map(({ agentId }) => `node-${agentId}`);
    const startMs = fixture.nowMs;
    const inventory = [upserts(...names.map((name) => nodeRecord(name, startMs)))];
    await fixture.accept(fixture.agent.next(startMs, { inventory }));
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
    const ids = (await fixture.objects()).flatMap(({ kind, objectId }) =>
      kind === 'node' ? [objectId] : [],
    );
    expect(ids.filter((id) => stored.tsMs[stored.ids.indexOf(id)] === startMs + HOUR)).toHaveLength(3);
  });
});
