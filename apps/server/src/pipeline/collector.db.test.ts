import { expect, it } from 'vitest';
import {
  chunk,
  containerRecord,
  deletes,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from './testing/batches.ts';
import { describeCollector } from './testing/describe-collector.ts';

const MINUTE = 60_000;

describeCollector('the collector', (stage) => {
  /** Kind and name, with a minus where it is gone. */
  async function names(): Promise<string[]> {
    return (await stage.objects())
      .map(({ kind, name, deletedAt }) => `${deletedAt ? '-' : ''}${kind} ${name}`)
      .sort();
  }

  async function history(name: string): Promise<string[]> {
    const object = (await stage.objects()).find((row) => row.name === name && row.kind !== 'container');
    const changes = (await stage.changes()).filter(({ objectId }) => objectId === object?.objectId);
    return changes.map(({ at, changes: what }) => `${at.toISOString()} ${JSON.stringify(what)}`);
  }

  async function cpuOf(scope: 'node' | 'pod' | 'container', id: number): Promise<(number | null)[]> {
    const { series } = await stage.stack.metrics.series({
      scope,
      ids: [id],
      metrics: ['cpuUsedCores'],
      fromMs: stage.nowMs - 3 * 60 * MINUTE,
      toMs: stage.nowMs + MINUTE,
      maxPoints: 100_000,
    });
    return (series[0]?.avg ?? []).filter((value) => value !== null);
  }

  it('stores objects, samples and states, and acknowledges', async () => {
    const ack = await stage.accept(
      stage.agent.next(stage.nowMs, {
        inventory: [upserts(nodeRecord('node-1', stage.nowMs), podRecord('web', stage.nowMs))],
        samples: [
          rows('node', stage.nowMs, ['node-1'], { cpuUsedCores: [3] }),
          rows('pod', stage.nowMs, ['uid-web'], { cpuUsedCores: [0.5] }),
          rows('container', stage.nowMs, ['uid-web/main', 'uid-web/side'], { cpuUsedCores: [0.4, 0.1] }),
        ],
      }),
    );
    expect(ack).toEqual({ seq: 1, settings: { sampleEveryMs: 15_000 }, isResyncNeeded: false });
    expect(await names()).toEqual(['container main', 'container side', 'node node-1', 'pod web']);
    const id = await stage.podId('web');
    expect(stage.stack.live.row('pod', id, stage.nowMs)).toMatchObject({
      name: 'web',
      cpuUsedCores: 0.5,
      nodeName: 'node-1',
    });
    expect(await cpuOf('pod', id)).toEqual([0.5]);
    const pod = (await stage.objects()).find((row) => row.objectId === id);
    expect(pod?.placedAt?.getTime()).toBe(stage.nowMs - 100_000);
    expect(pod?.nodeId).toBe((await stage.objects()).find((row) => row.kind === 'node')?.objectId);
  });

  it('acknowledges a batch that comes again without doing anything', async () => {
    const first = stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] });
    await stage.accept(first);
    const before = await stage.objects();
    stage.agent.seq = 0;
    const again = stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('other', stage.nowMs))] });
    expect(await stage.accept(again)).toMatchObject({ seq: 1 });
    expect(await stage.objects()).toEqual(before);
  });

  it('answers a batch and its impatient resend when it is stored once', async () => {
    const batch = stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] });
    const acks = await Promise.all([stage.accept(batch), stage.accept(batch)]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1]);
    expect(await history('web')).toHaveLength(1);
  });

  it('shows after a restart what there was before it', async () => {
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        inventory: [upserts(podRecord('web', stage.nowMs), nodeRecord('node-1', stage.nowMs))],
        samples: [rows('pod', stage.nowMs, ['uid-web'], { cpuUsedCores: [0.5], memUsedBytes: [7] })],
      }),
    );
    const id = await stage.podId('web');
    const before = stage.stack.live.row('pod', id, stage.nowMs);
    const containers = stage.stack.live.containersOf(id, stage.nowMs);
    await stage.stack.restart();
    expect(stage.stack.live.row('pod', id, stage.nowMs)).toEqual(before);
    expect(stage.stack.live.containersOf(id, stage.nowMs)).toEqual(containers);
    stage.agent.seq = 0;
    expect(await stage.accept(stage.agent.next(stage.nowMs, {}))).toMatchObject({ seq: 1 });
  });

  it('makes a state of another version anew from the record', async () => {
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
    );
    const id = await stage.podId('web');
    const before = stage.stack.live.row('pod', id, stage.nowMs);
    await stage.db.updateTable('object').set({ state: '{"v":0}' }).where('objectId', '=', id).execute();
    await stage.stack.restart();
    expect(stage.stack.live.row('pod', id, stage.nowMs)).toEqual(before);
  });

  it('deletes after a listing what was not in it, and nothing after one that was interrupted', async () => {
    const pods = ['a', 'b', 'c', 'd'].map((name) => podRecord(name, stage.nowMs));
    const [a, b, c, d] = pods;
    if (!a || !b || !c || !d) throw new Error('four pods');
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(...pods)] }));
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'one', 0, false, a)] }));
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'two', 0, false, a)] }));
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [deletes('pod', 'uid-unknown', stage.nowMs)] }),
    );
    expect((await names()).filter((name) => name.startsWith('-'))).toEqual([]);
    // A change between two chunks counts as seen.
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(d)] }));
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'two', 1, true, b)] }));
    expect((await names()).filter((name) => name.startsWith('-'))).toEqual([
      '-container main',
      '-container side',
      '-pod c',
    ]);
    expect(
      stage.stack.live
        .names('pod', stage.hostId)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'd']);
  });

  it('asks for a listing again whose beginning it has not seen', async () => {
    const pod = podRecord('a', stage.nowMs);
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'one', 0, false, pod)] }));
    await stage.stack.restart();
    const last = await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'one', 1, true)] }),
    );
    expect(last.isResyncNeeded).toBe(true);
    expect(await names()).toEqual(['container main', 'container side', 'pod a']);
    const done = await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'two', 0, true, pod)] }),
    );
    expect(done.isResyncNeeded).toBe(false);
  });

  it('asks an agent whose earlier batches went to another server for a listing', async () => {
    stage.agent.seq = 41;
    expect(await stage.accept(stage.agent.next(stage.nowMs))).toMatchObject({
      seq: 42,
      isResyncNeeded: true,
    });
    expect(await stage.accept(stage.agent.next(stage.nowMs))).toMatchObject({ isResyncNeeded: true });
    const listed = stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'one', 0, true)] });
    expect(await stage.accept(listed)).toMatchObject({ isResyncNeeded: false });
  });

  it('asks for a listing after a gap, as where the database was restored from an older copy', async () => {
    await stage.accept(stage.agent.next(stage.nowMs));
    const before = await stage.accept(stage.agent.next(stage.nowMs));
    expect(before).toMatchObject({ seq: 2, isResyncNeeded: false });
    stage.agent.seq = 500;
    expect(await stage.accept(stage.agent.next(stage.nowMs))).toMatchObject({
      seq: 501,
      isResyncNeeded: true,
    });
    await stage.stack.restart();
    expect(await stage.accept(stage.agent.next(stage.nowMs))).toMatchObject({ isResyncNeeded: true });
    const listed = stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'one', 0, true)] });
    expect(await stage.accept(listed)).toMatchObject({ isResyncNeeded: false });
    const node = new Sender(stage.hostId, 'node-agent', 'node');
    await stage.accept(node.next(stage.nowMs));
    node.seq = 500;
    expect(await stage.accept(node.next(stage.nowMs))).toMatchObject({ isResyncNeeded: false });
  });

  it('knows an object again that was deleted and is back, also long after', async () => {
    const pod = podRecord('web', stage.nowMs);
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(pod)] }));
    const id = await stage.podId('web');
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [deletes('pod', 'uid-web', stage.nowMs)] }),
    );
    expect(await names()).toEqual(['-container main', '-container side', '-pod web']);
    expect(stage.stack.live.has('pod', id)).toBe(false);
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(pod)] }));
    expect(await names()).toEqual(['container main', 'container side', 'pod web']);
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [deletes('pod', 'uid-web', stage.nowMs)] }),
    );
    stage.later(180 * MINUTE);
    await stage.stack.collector.tick();
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(pod)] }));
    expect(await stage.podId('web')).toBe(id);
    expect(await names()).toEqual(['container main', 'container side', 'pod web']);
    expect(stage.stack.live.has('pod', id)).toBe(true);
  });

  it('keeps nodes of one name apart, and gives samples to the one that is', async () => {
    const first = nodeRecord('node-1', stage.nowMs);
    const second = nodeRecord('node-1', stage.nowMs, { uid: 'uid-second' });
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(first)] }));
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(second)] }));
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [deletes('node', 'uid-node-1', stage.nowMs)] }),
    );
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        samples: [rows('node', stage.nowMs, ['node-1'], { cpuUsedCores: [2] })],
      }),
    );
    const [old, young] = (await stage.objects()).filter((row) => row.kind === 'node');
    expect([await cpuOf('node', old?.objectId ?? 0), await cpuOf('node', young?.objectId ?? 0)]).toEqual([
      [],
      [2],
    ]);
  });

  it.each(['before the old one is told to be gone', 'after it', 'after a restart'])(
    'gives the pods of a node to the one that replaced it under its name: %s',
    async (when) => {
      const startMs = stage.nowMs;
      const pods = [podRecord('web', startMs), podRecord('api', startMs)];
      await stage.accept(
        stage.agent.next(startMs, { inventory: [upserts(nodeRecord('node-1', startMs), ...pods)] }),
      );
      stage.later(MINUTE);
      const second = nodeRecord('node-1', stage.nowMs, { uid: 'uid-second' });
      const gone = deletes('node', 'uid-node-1', stage.nowMs);
      const isTold = when !== 'before the old one is told to be gone';
      if (isTold) await stage.accept(stage.agent.next(stage.nowMs, { inventory: [gone] }));
      if (when === 'after a restart') await stage.stack.restart();
      await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(second)] }));
      // As a listing tells of pods that have not changed.
      await stage.accept(
        stage.agent.next(stage.nowMs, { inventory: [chunk('pod', 'one', 0, true, ...pods)] }),
      );
      if (!isTold) await stage.accept(stage.agent.next(stage.nowMs, { inventory: [gone] }));

      const stored = await stage.objects();
      const [old, young] = stored.filter(({ kind }) => kind === 'node');
      expect([old?.deletedAt?.getTime(), young?.deletedAt]).toEqual([stage.nowMs, null]);
      expect(old?.record).toMatchObject({ uid: 'uid-node-1' });
      const youngId = young?.objectId ?? 0;
      for (const pod of stored.filter(({ kind }) => kind === 'pod')) {
        expect([pod.nodeId, pod.placedAt?.getTime()]).toEqual([youngId, stage.nowMs]);
        expect(stage.stack.live.row('pod', pod.objectId, stage.nowMs)).toMatchObject({ nodeId: youngId });
      }
      expect(stage.stack.live.row('node', youngId, stage.nowMs)).toMatchObject({ podCnt: 2 });
      expect(stage.stack.live.names('node', stage.hostId)).toHaveLength(1);
    },
  );

  it('takes the samples of a static pod by the name its kubelet has for it', async () => {
    const pod = podRecord('etcd', stage.nowMs, { kubeletUid: 'hash-of-file' });
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(pod)] }));
    await stage.stack.restart();
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        samples: [
          rows('pod', stage.nowMs, ['hash-of-file'], { cpuUsedCores: [0.2] }),
          rows('container', stage.nowMs, ['hash-of-file/main'], { cpuUsedCores: [0.1] }),
        ],
      }),
    );
    expect(await cpuOf('pod', await stage.podId('etcd'))).toEqual([0.2]);
    expect(stage.stack.collector.stats.waitingRows).toBe(0);
  });

  it('keeps samples until their object comes, over a restart too, and no longer than two minutes', async () => {
    const node = new Sender(stage.hostId, 'node-agent', 'node');
    await stage.accept(
      node.next(stage.nowMs, {
        samples: [rows('pod', stage.nowMs, ['uid-web', 'uid-never'], { cpuUsedCores: [0.5, 0.9] })],
      }),
    );
    expect(stage.stack.collector.stats.waitingRows).toBe(2);
    await stage.stack.restart();
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
    );
    expect(await cpuOf('pod', await stage.podId('web'))).toEqual([0.5]);
    expect(stage.stack.live.row('pod', await stage.podId('web'), stage.nowMs)).toMatchObject({
      cpuUsedCores: 0.5,
    });
    expect(stage.stack.collector.stats.waitingRows).toBe(1);
    stage.later(2 * MINUTE);
    await stage.stack.collector.tick();
    expect(stage.stack.collector.stats.waitingRows).toBe(0);
    expect(await stage.db.selectFrom('waitingSample').selectAll().execute()).toEqual([]);
  });

  it('stores late samples, drops those of the future and flags them', async () => {
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
    );
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        samples: [
          rows('pod', stage.nowMs, ['uid-web'], { cpuUsedCores: [3] }),
          rows('pod', stage.nowMs - 60 * MINUTE, ['uid-web'], { cpuUsedCores: [1] }),
          rows('pod', stage.nowMs + 6 * MINUTE, ['uid-web'], { cpuUsedCores: [9] }),
          rows('pod', stage.nowMs - 50 * 60 * MINUTE, ['uid-web'], { cpuUsedCores: [8] }),
        ],
      }),
    );
    expect(await cpuOf('pod', await stage.podId('web'))).toEqual([1, 3]);
    expect(stage.stack.live.row('pod', await stage.podId('web'), stage.nowMs)?.cpuUsedCores).toBe(3);
    const flags = await stage.db
      .selectFrom('refusal')
      .selectAll()
      .where('hostId', '=', stage.hostId)
      .execute();
    expect(flags).toMatchObject([{ reason: 'futureClock', cnt: 1 }]);
  });

  it('tells the history of a pod', async () => {
    const startMs = stage.nowMs;
    const waiting = podRecord('web', startMs, {
      phase: 'Pending',
      nodeName: null,
      startedAt: null,
      podIp: null,
      conditions: [],
      containers: [containerRecord('main', startMs, { state: null, isReady: false })],
    });
    await stage.accept(stage.agent.next(startMs, { inventory: [upserts(waiting)] }));
    stage.later(MINUTE);
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        inventory: [
          upserts(
            podRecord('web', stage.nowMs + 45_000, {
              containers: [containerRecord('main', stage.nowMs + 45_000)],
            }),
          ),
        ],
      }),
    );
    stage.later(MINUTE);
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [deletes('pod', 'uid-web', stage.nowMs - 5_000)] }),
    );
    const told = await history('web');
    expect(told).toHaveLength(3);
    expect(told[0]).toBe(`${new Date(startMs).toISOString()} [{"what":"created","from":null,"to":"web"}]`);
    // The latest of its own times: its readiness.
    expect(told[1]).toContain(new Date(startMs + MINUTE - 5_000).toISOString());
    expect(told[1]).toContain('{"what":"phase","from":"Pending","to":"Running"}');
    expect(told[1]).toContain('{"what":"nodeName","from":null,"to":"node-1"}');
    expect(told[2]).toContain('{"what":"deleted","from":"web","to":null}');
    expect(told[2]).toContain(new Date(stage.nowMs - 5_000).toISOString());
  });

  it('writes no history where only labels changed, and keeps the record all the same', async () => {
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
    );
    const relabelled = podRecord('web', stage.nowMs, { labels: { app: 'web', tier: 'front' } });
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(relabelled)] }));
    expect(await history('web')).toHaveLength(1);
    expect((await stage.objects()).find((row) => row.kind === 'pod')?.record).toEqual(relabelled);
  });

  it('keeps records of a node: cut at the hour, at a change, and at its end', async () => {
    const node = (status: 'True' | 'False', changedMs: number) =>
      nodeRecord('node-1', stage.nowMs, { conditions: [readiness(status, changedMs)] });
    const startMs = stage.nowMs;
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(node('True', stage.nowMs - 99_000))] }),
    );
    stage.later(10 * MINUTE);
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(node('False', stage.nowMs - 10_000))] }),
    );
    await stage.stack.restart();
    stage.later(10 * MINUTE);
    await stage.accept(stage.agent.next(stage.nowMs));
    stage.later(11 * MINUTE);
    await stage.accept(stage.agent.next(stage.nowMs));
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [deletes('node', 'uid-node-1', stage.nowMs)] }),
    );
    const spans = await stage.db
      .selectFrom('nodeHistory')
      .selectAll()
      .where('hostId', '=', stage.hostId)
      .orderBy('fromAt')
      .execute();
    const minutes = (at: Date | null) => (at ? (at.getTime() - startMs) / MINUTE : null);
    expect(spans.map((span) => [minutes(span.fromAt), minutes(span.toAt), span.condition])).toEqual([
      [0, 10 - 10 / 60, 'Ready'],
      [10 - 10 / 60, 30, 'NotReady'],
      [30, 31, 'NotReady'],
    ]);
  });

  it('sums a cluster up when a slot of samples has ended', async () => {
    const slotMs = stage.nowMs - (stage.nowMs % 15_000);
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        inventory: [upserts(nodeRecord('node-1', stage.nowMs), podRecord('web', stage.nowMs))],
        samples: [rows('node', slotMs + 1_000, ['node-1'], { cpuUsedCores: [3] })],
      }),
    );
    stage.later(15_000);
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        samples: [rows('node', slotMs + 16_000, ['node-1'], { cpuUsedCores: [4] })],
      }),
    );
    const { ids, tsMs, columns } = await stage.stack.metrics.latest({
      scope: 'cluster',
      sinceMs: stage.nowMs - MINUTE,
    });
    const row = ids.indexOf(stage.hostId);
    expect([tsMs[row], columns.cpuUsedCores?.[row], columns.podCnt?.[row]]).toEqual([slotMs, 3, 1]);
  });

  it('dates the sums of a cluster by its own time, however fast the clock of a node is', async () => {
    const names = ['fast', 'right'];
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        inventory: [upserts(...names.map((name) => nodeRecord(name, stage.nowMs)))],
      }),
    );
    const slots: number[] = [];
    for (let round = 0; round < 3; round++) {
      const nowMs = stage.later(15_000);
      slots.push(nowMs - (nowMs % 15_000));
      const samples = [
        rows('node', nowMs + 4 * MINUTE, ['fast'], { cpuUsedCores: [1] }),
        rows('node', nowMs, ['right'], { cpuUsedCores: [2] }),
      ];
      await stage.accept(stage.agent.next(nowMs, { samples }));
    }
    const sums = await stage.stack.metrics.latest({ scope: 'cluster', sinceMs: stage.nowMs - MINUTE });
    const row = sums.ids.indexOf(stage.hostId);
    expect([sums.tsMs[row], sums.columns.cpuUsedCores?.[row]]).toEqual([slots[1], 3]);
  });

  it('takes no samples while its own clock is behind that of its agents, and all of them when it is right', async () => {
    const HOUR = 60 * MINUTE;
    const { collector } = stage.stack;
    const agents = ['a', 'b', 'c'].map((agentId) => new Sender(stage.hostId, agentId, 'node'));
    const names = agents.map(({ agentId }) => `node-${agentId}`);
    const startMs = stage.nowMs;
    const inventory = [upserts(...names.map((name) => nodeRecord(name, startMs)))];
    await stage.accept(stage.agent.next(startMs, { inventory }));
    const send = (agent: Sender, skewMs: number) => {
      const samples = [rows('node', startMs + HOUR, [`node-${agent.agentId}`], { cpuUsedCores: [1] })];
      return { ...agent.next(startMs + HOUR, { samples }, stage.nowMs), clockSkewMs: skewMs };
    };
    const waiting = agents.map((agent) => send(agent, HOUR));
    for (const arrival of waiting)
      await expect(stage.accept(arrival)).rejects.toMatchObject({ errorName: 'busy' });
    expect(collector.clockBehindMs).toBe(HOUR);

    const receivedAt = new Date(stage.later(HOUR));
    for (const arrival of waiting) await stage.accept({ ...arrival, receivedAt, clockSkewMs: 0 });
    expect(collector.clockBehindMs).toBeNull();
    expect(await stage.flags()).toEqual([]);
    const stored = await stage.stack.metrics.latest({ scope: 'node', sinceMs: startMs });
    const ids = (await stage.objects()).flatMap(({ kind, objectId }) => (kind === 'node' ? [objectId] : []));
    expect(ids.filter((id) => stored.tsMs[stored.ids.indexOf(id)] === startMs + HOUR)).toHaveLength(3);
  });
});
