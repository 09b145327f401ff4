import { describeOnEachDatabase } from '@gwanje/testkit/databases';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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
import {
  insertCluster,
  openTestCollector,
  openTestMetrics,
  type TestCollector,
  type TestMetrics,
} from './testing/test-collector.ts';

const MINUTE = 60_000;

describeOnEachDatabase('the collector', (database) => {
  let metrics: TestMetrics;
  let stack: TestCollector;
  let hostId: number;
  let agent: Sender;
  let nowMs: number;

  beforeAll(async () => {
    metrics = await openTestMetrics();
  });
  afterAll(async () => {
    await metrics[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    stack = await openTestCollector(database().db, metrics);
    hostId = await insertCluster(database().db);
    agent = new Sender(hostId);
    nowMs = stack.clock.now().getTime();
  });
  afterEach(async () => {
    await stack[Symbol.asyncDispose]();
  });

  function later(ms: number): number {
    stack.clock.advance(ms);
    nowMs = stack.clock.now().getTime();
    return nowMs;
  }

  function objects() {
    return database()
      .db.selectFrom('object')
      .selectAll()
      .where('hostId', '=', hostId)
      .orderBy('objectId')
      .execute();
  }

  /** Kind and name, with a minus where it is gone. */
  async function names(): Promise<string[]> {
    return (await objects())
      .map(({ kind, name, deletedAt }) => `${deletedAt ? '-' : ''}${kind} ${name}`)
      .sort();
  }

  async function history(name: string): Promise<string[]> {
    const object = (await objects()).find((row) => row.name === name && row.kind !== 'container');
    const changes = await database()
      .db.selectFrom('objectChange')
      .selectAll()
      .where('objectId', '=', object?.objectId ?? 0)
      .orderBy('changeId')
      .execute();
    return changes.map(({ at, changes: what }) => `${at.toISOString()} ${JSON.stringify(what)}`);
  }

  async function podId(name: string): Promise<number> {
    return (await objects()).find((row) => row.kind === 'pod' && row.name === name)?.objectId ?? 0;
  }

  async function cpuOf(scope: 'node' | 'pod' | 'container', id: number): Promise<(number | null)[]> {
    const { series } = await stack.metrics.series({
      scope,
      ids: [id],
      metrics: ['cpuUsedCores'],
      fromMs: nowMs - 3 * 60 * MINUTE,
      toMs: nowMs + MINUTE,
      maxPoints: 100_000,
    });
    return (series[0]?.avg ?? []).filter((value) => value !== null);
  }

  it('stores objects, samples and states, and acknowledges', async () => {
    const ack = await stack.collector.accept(
      agent.next(nowMs, {
        inventory: [upserts(nodeRecord('node-1', nowMs), podRecord('web', nowMs))],
        samples: [
          rows('node', nowMs, ['node-1'], { cpuUsedCores: [3] }),
          rows('pod', nowMs, ['uid-web'], { cpuUsedCores: [0.5] }),
          rows('container', nowMs, ['uid-web/main', 'uid-web/side'], { cpuUsedCores: [0.4, 0.1] }),
        ],
      }),
    );
    expect(ack).toEqual({ seq: 1, settings: { sampleEveryMs: 15_000 }, isResyncNeeded: false });
    expect(await names()).toEqual(['container main', 'container side', 'node node-1', 'pod web']);
    const id = await podId('web');
    expect(stack.live.row('pod', id, nowMs)).toMatchObject({
      name: 'web',
      cpuUsedCores: 0.5,
      nodeName: 'node-1',
    });
    expect(await cpuOf('pod', id)).toEqual([0.5]);
    const pod = (await objects()).find((row) => row.objectId === id);
    expect(pod?.placedAt?.getTime()).toBe(nowMs - 100_000);
    expect(pod?.nodeId).toBe((await objects()).find((row) => row.kind === 'node')?.objectId);
  });

  it('acknowledges a batch that comes again without doing anything', async () => {
    const first = agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] });
    await stack.collector.accept(first);
    const before = await objects();
    agent.seq = 0;
    const again = agent.next(nowMs, { inventory: [upserts(podRecord('other', nowMs))] });
    expect(await stack.collector.accept(again)).toMatchObject({ seq: 1 });
    expect(await objects()).toEqual(before);
  });

  it('answers a batch and its impatient resend when it is stored once', async () => {
    const batch = agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] });
    const acks = await Promise.all([stack.collector.accept(batch), stack.collector.accept(batch)]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1]);
    expect(await history('web')).toHaveLength(1);
  });

  it('shows after a restart what there was before it', async () => {
    await stack.collector.accept(
      agent.next(nowMs, {
        inventory: [upserts(podRecord('web', nowMs), nodeRecord('node-1', nowMs))],
        samples: [rows('pod', nowMs, ['uid-web'], { cpuUsedCores: [0.5], memUsedBytes: [7] })],
      }),
    );
    const id = await podId('web');
    const before = stack.live.row('pod', id, nowMs);
    const containers = stack.live.containersOf(id, nowMs);
    await stack.restart();
    expect(stack.live.row('pod', id, nowMs)).toEqual(before);
    expect(stack.live.containersOf(id, nowMs)).toEqual(containers);
    agent.seq = 0;
    expect(await stack.collector.accept(agent.next(nowMs, {}))).toMatchObject({ seq: 1 });
  });

  it('makes a state of another version anew from the record', async () => {
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    const id = await podId('web');
    const before = stack.live.row('pod', id, nowMs);
    await database().db.updateTable('object').set({ state: '{"v":0}' }).where('objectId', '=', id).execute();
    await stack.restart();
    expect(stack.live.row('pod', id, nowMs)).toEqual(before);
  });

  it('deletes after a listing what was not in it, and nothing after one that was interrupted', async () => {
    const pods = ['a', 'b', 'c', 'd'].map((name) => podRecord(name, nowMs));
    const [a, b, c, d] = pods;
    if (!a || !b || !c || !d) throw new Error('four pods');
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(...pods)] }));
    await stack.collector.accept(agent.next(nowMs, { inventory: [chunk('pod', 'one', 0, false, a)] }));
    await stack.collector.accept(agent.next(nowMs, { inventory: [chunk('pod', 'two', 0, false, a)] }));
    await stack.collector.accept(agent.next(nowMs, { inventory: [deletes('pod', 'uid-unknown', nowMs)] }));
    expect((await names()).filter((name) => name.startsWith('-'))).toEqual([]);
    // A change between two chunks counts as seen.
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(d)] }));
    await stack.collector.accept(agent.next(nowMs, { inventory: [chunk('pod', 'two', 1, true, b)] }));
    expect((await names()).filter((name) => name.startsWith('-'))).toEqual([
      '-container main',
      '-container side',
      '-pod c',
    ]);
    expect(
      stack.live
        .names('pod', hostId)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'd']);
  });

  it('asks for a listing again whose beginning it has not seen', async () => {
    const pod = podRecord('a', nowMs);
    await stack.collector.accept(agent.next(nowMs, { inventory: [chunk('pod', 'one', 0, false, pod)] }));
    await stack.restart();
    const last = await stack.collector.accept(
      agent.next(nowMs, { inventory: [chunk('pod', 'one', 1, true)] }),
    );
    expect(last.isResyncNeeded).toBe(true);
    expect(await names()).toEqual(['container main', 'container side', 'pod a']);
    const done = await stack.collector.accept(
      agent.next(nowMs, { inventory: [chunk('pod', 'two', 0, true, pod)] }),
    );
    expect(done.isResyncNeeded).toBe(false);
  });

  it('asks an agent whose earlier batches went to another server for a listing', async () => {
    agent.seq = 41;
    expect(await stack.collector.accept(agent.next(nowMs))).toMatchObject({ seq: 42, isResyncNeeded: true });
    expect(await stack.collector.accept(agent.next(nowMs))).toMatchObject({ isResyncNeeded: true });
    const listed = agent.next(nowMs, { inventory: [chunk('pod', 'one', 0, true)] });
    expect(await stack.collector.accept(listed)).toMatchObject({ isResyncNeeded: false });
  });

  it('knows an object again that was deleted and is back, also long after', async () => {
    const pod = podRecord('web', nowMs);
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(pod)] }));
    const id = await podId('web');
    await stack.collector.accept(agent.next(nowMs, { inventory: [deletes('pod', 'uid-web', nowMs)] }));
    expect(await names()).toEqual(['-container main', '-container side', '-pod web']);
    expect(stack.live.has('pod', id)).toBe(false);
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(pod)] }));
    expect(await names()).toEqual(['container main', 'container side', 'pod web']);
    await stack.collector.accept(agent.next(nowMs, { inventory: [deletes('pod', 'uid-web', nowMs)] }));
    later(180 * MINUTE);
    await stack.collector.tick();
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(pod)] }));
    expect(await podId('web')).toBe(id);
    expect(await names()).toEqual(['container main', 'container side', 'pod web']);
    expect(stack.live.has('pod', id)).toBe(true);
  });

  it('keeps nodes of one name apart, and gives samples to the one that is', async () => {
    const first = nodeRecord('node-1', nowMs);
    const second = nodeRecord('node-1', nowMs, { uid: 'uid-second' });
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(first)] }));
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(second)] }));
    await stack.collector.accept(agent.next(nowMs, { inventory: [deletes('node', 'uid-node-1', nowMs)] }));
    await stack.collector.accept(
      agent.next(nowMs, { samples: [rows('node', nowMs, ['node-1'], { cpuUsedCores: [2] })] }),
    );
    const [old, young] = (await objects()).filter((row) => row.kind === 'node');
    expect([await cpuOf('node', old?.objectId ?? 0), await cpuOf('node', young?.objectId ?? 0)]).toEqual([
      [],
      [2],
    ]);
  });

  it('takes the samples of a static pod by the name its kubelet has for it', async () => {
    const pod = podRecord('etcd', nowMs, { kubeletUid: 'hash-of-file' });
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(pod)] }));
    await stack.restart();
    await stack.collector.accept(
      agent.next(nowMs, {
        samples: [
          rows('pod', nowMs, ['hash-of-file'], { cpuUsedCores: [0.2] }),
          rows('container', nowMs, ['hash-of-file/main'], { cpuUsedCores: [0.1] }),
        ],
      }),
    );
    expect(await cpuOf('pod', await podId('etcd'))).toEqual([0.2]);
    expect(stack.collector.stats.waitingRows).toBe(0);
  });

  it('keeps samples until their object comes, over a restart too, and no longer than two minutes', async () => {
    const node = new Sender(hostId, 'node-agent', 'node');
    await stack.collector.accept(
      node.next(nowMs, {
        samples: [rows('pod', nowMs, ['uid-web', 'uid-never'], { cpuUsedCores: [0.5, 0.9] })],
      }),
    );
    expect(stack.collector.stats.waitingRows).toBe(2);
    await stack.restart();
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    expect(await cpuOf('pod', await podId('web'))).toEqual([0.5]);
    expect(stack.live.row('pod', await podId('web'), nowMs)).toMatchObject({ cpuUsedCores: 0.5 });
    expect(stack.collector.stats.waitingRows).toBe(1);
    later(2 * MINUTE);
    await stack.collector.tick();
    expect(stack.collector.stats.waitingRows).toBe(0);
    expect(await database().db.selectFrom('waitingSample').selectAll().execute()).toEqual([]);
  });

  it('stores late samples, drops those of the future and flags them', async () => {
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    await stack.collector.accept(
      agent.next(nowMs, {
        samples: [
          rows('pod', nowMs, ['uid-web'], { cpuUsedCores: [3] }),
          rows('pod', nowMs - 60 * MINUTE, ['uid-web'], { cpuUsedCores: [1] }),
          rows('pod', nowMs + 6 * MINUTE, ['uid-web'], { cpuUsedCores: [9] }),
          rows('pod', nowMs - 50 * 60 * MINUTE, ['uid-web'], { cpuUsedCores: [8] }),
        ],
      }),
    );
    expect(await cpuOf('pod', await podId('web'))).toEqual([1, 3]);
    expect(stack.live.row('pod', await podId('web'), nowMs)?.cpuUsedCores).toBe(3);
    const flags = await database()
      .db.selectFrom('refusal')
      .selectAll()
      .where('hostId', '=', hostId)
      .execute();
    expect(flags).toMatchObject([{ reason: 'futureClock', cnt: 1 }]);
  });

  it('tells the history of a pod', async () => {
    const startMs = nowMs;
    const waiting = podRecord('web', startMs, {
      phase: 'Pending',
      nodeName: null,
      startedAt: null,
      podIp: null,
      conditions: [],
      containers: [containerRecord('main', startMs, { state: null, isReady: false })],
    });
    await stack.collector.accept(agent.next(startMs, { inventory: [upserts(waiting)] }));
    later(MINUTE);
    await stack.collector.accept(
      agent.next(nowMs, {
        inventory: [
          upserts(
            podRecord('web', nowMs + 45_000, { containers: [containerRecord('main', nowMs + 45_000)] }),
          ),
        ],
      }),
    );
    later(MINUTE);
    await stack.collector.accept(
      agent.next(nowMs, { inventory: [deletes('pod', 'uid-web', nowMs - 5_000)] }),
    );
    const told = await history('web');
    expect(told).toHaveLength(3);
    expect(told[0]).toBe(`${new Date(startMs).toISOString()} [{"what":"created","from":null,"to":"web"}]`);
    // The latest of its own times: its readiness.
    expect(told[1]).toContain(new Date(startMs + MINUTE - 5_000).toISOString());
    expect(told[1]).toContain('{"what":"phase","from":"Pending","to":"Running"}');
    expect(told[1]).toContain('{"what":"nodeName","from":null,"to":"node-1"}');
    expect(told[2]).toContain('{"what":"deleted","from":"web","to":null}');
    expect(told[2]).toContain(new Date(nowMs - 5_000).toISOString());
  });

  it('writes no history where only labels changed, and keeps the record all the same', async () => {
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    const relabelled = podRecord('web', nowMs, { labels: { app: 'web', tier: 'front' } });
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(relabelled)] }));
    expect(await history('web')).toHaveLength(1);
    expect((await objects()).find((row) => row.kind === 'pod')?.record).toEqual(relabelled);
  });

  it('keeps records of a node: cut at the hour, at a change, and at its end', async () => {
    const node = (status: 'True' | 'False', changedMs: number) =>
      nodeRecord('node-1', nowMs, { conditions: [readiness(status, changedMs)] });
    const startMs = nowMs;
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(node('True', nowMs - 99_000))] }));
    later(10 * MINUTE);
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(node('False', nowMs - 10_000))] }));
    await stack.restart();
    later(10 * MINUTE);
    await stack.collector.accept(agent.next(nowMs));
    later(11 * MINUTE);
    await stack.collector.accept(agent.next(nowMs));
    await stack.collector.accept(agent.next(nowMs, { inventory: [deletes('node', 'uid-node-1', nowMs)] }));
    const spans = await database()
      .db.selectFrom('nodeHistory')
      .selectAll()
      .where('hostId', '=', hostId)
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
    const slotMs = nowMs - (nowMs % 15_000);
    await stack.collector.accept(
      agent.next(nowMs, {
        inventory: [upserts(nodeRecord('node-1', nowMs), podRecord('web', nowMs))],
        samples: [rows('node', slotMs + 1_000, ['node-1'], { cpuUsedCores: [3] })],
      }),
    );
    later(15_000);
    await stack.collector.accept(
      agent.next(nowMs, { samples: [rows('node', slotMs + 16_000, ['node-1'], { cpuUsedCores: [4] })] }),
    );
    const { ids, tsMs, columns } = await stack.metrics.latest({ scope: 'cluster', sinceMs: nowMs - MINUTE });
    const row = ids.indexOf(hostId);
    expect([tsMs[row], columns.cpuUsedCores?.[row], columns.podCnt?.[row]]).toEqual([slotMs, 3, 1]);
  });
});
