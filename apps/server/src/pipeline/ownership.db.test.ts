import { changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  chunk,
  deletes,
  eventRecord,
  nodeRecord,
  podRecord,
  rows,
  Sender,
  upserts,
} from './testing/batches.ts';
import { describeReplicas } from './testing/describe-replicas.ts';
import { liveAnswers } from './testing/live-answers.ts';
import { anyBatch, CLUSTER_FACTS } from './testing/random-batches.ts';
import { NO_LIMITS } from './testing/test-pipeline.ts';
import type { TestReplica } from './testing/test-replica.ts';

const RUNS = Number(process.env.GWANJE_SOAK_RUNS ?? 10);
const BUSY = { errorName: 'busy' };

describeReplicas('a pipeline of one of several replicas', (fixture) => {
  const podBatch = (sender: Sender, ...names: readonly string[]) =>
    sender.next(fixture.nowMs, {
      inventory: [upserts(...names.map((name) => podRecord(name, fixture.nowMs)))],
      samples: [rows('pod', fixture.nowMs, [`uid-${names[0]}`], { cpuUsedCores: [1] })],
    });

  const podNames = async (hostId: number) => {
    const found = await rowsOf(fixture.db, 'object', { hostId, kind: 'pod' }, ['name'], ['name']);
    return found.map(({ name }) => name);
  };

  const podNamed = (name: string) => podRecord(name, fixture.nowMs);
  const unknownSamples = () => [rows('pod', fixture.nowMs, ['who'], { procCnt: [1] })];

  async function owned(replica: TestReplica): Promise<Sender> {
    const hostId = await fixture.cluster();
    await replica.take(hostId);
    return new Sender(hostId);
  }

  it('refuses batches of clusters that it does not own as busy', async () => {
    const replica = await fixture.open('a');
    const hostId = await fixture.cluster();
    await expect(replica.pipeline.accept(podBatch(new Sender(hostId), 'web'))).rejects.toMatchObject(BUSY);
    expect(await podNames(hostId)).toEqual([]);
    expect(replica.live.hasCluster(hostId)).toBe(true);
  });

  it('refuses batches of a deleted cluster as unknown', async () => {
    const replica = await fixture.open('a');
    const answer = replica.pipeline.accept(podBatch(new Sender(999_999), 'web'));
    await expect(answer).rejects.toMatchObject({ detail: { reason: 'unknownToken' } });
  });

  it('follows names and monitoring switches of clusters that it does not own', async () => {
    const [owner, follower] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(owner);
    const { hostId } = sender;
    follower.copied.set(hostId, 0);
    await owner.pipeline.accept(podBatch(sender, 'web'));
    await follower.pipeline.refresh();
    for (const delta of owner.sent.splice(0)) await follower.follow(delta);
    const [pod] = follower.live.names('pod', hostId);
    const podId = pod?.podId ?? 0;
    await fixture.db.updateTable('cluster').set({ name: 'renamed' }).where('hostId', '=', hostId).execute();
    await changeRows(fixture.db, 'object', { objectId: podId }, { isMonitored: false });
    await follower.pipeline.refresh();
    expect(follower.live.clusterState(hostId, fixture.nowMs)?.name).toBe('renamed');
    const isMonitored = () => follower.live.row('pod', podId, fixture.nowMs)?.monResult !== 'unmonitored';
    expect(isMonitored()).toBe(false);
    const failed = podRecord('web', fixture.nowMs, { phase: 'Failed' });
    await owner.pipeline.accept(sender.next(fixture.nowMs, { inventory: [upserts(failed)] }));
    for (const delta of owner.sent.splice(0)) await follower.follow(delta);
    expect(follower.live.row('pod', podId, fixture.nowMs)?.phase).toBe('Failed');
    expect(isMonitored()).toBe(false);
    await fixture.db.deleteFrom('cluster').where('hostId', '=', hostId).execute();
    await follower.pipeline.refresh();
    expect(follower.live.hasCluster(hostId)).toBe(false);
  });

  it('acknowledges a batch that the previous owner has stored, and stores it once', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(a);
    const { hostId } = sender;
    const first = podBatch(sender, 'web');
    a.lossy.loseNext();
    await expect(a.pipeline.accept(first)).rejects.toMatchObject(BUSY);
    const second = podBatch(sender, 'late');
    await b.take(hostId);
    const ack = await b.pipeline.accept(first);
    expect(ack).toMatchObject({ seq: 1 });
    expect(await b.pipeline.accept(first)).toEqual(ack);
    expect(await b.pipeline.accept(second)).toMatchObject({ seq: 2 });
    expect(await podNames(hostId)).toEqual(['late', 'web']);
    const changes = fixture.db.selectFrom('objectChange').selectAll().where('hostId', '=', hostId);
    expect(await changes.execute()).toHaveLength(2);
    // The previous owner does not know yet that it lost the cluster.
    await expect(a.pipeline.accept(second)).rejects.toMatchObject(BUSY);
    expect(await changes.execute()).toHaveLength(2);
  });

  it('writes nothing for a cluster that another replica has taken, but for the others of the group', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const [lost, kept] = [await owned(a), await owned(a)];
    await a.pipeline.accept(podBatch(lost, 'before'));
    await b.take(lost.hostId);
    const answers = await Promise.allSettled([
      a.pipeline.accept(podBatch(kept, 'one')),
      a.pipeline.accept(podBatch(lost, 'zombie')),
      a.pipeline.accept(podBatch(kept, 'two')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await podNames(lost.hostId)).toEqual(['before']);
    expect(await podNames(kept.hostId)).toEqual(['one', 'two']);
    await expect(a.pipeline.accept(podBatch(lost, 'again'))).rejects.toMatchObject(BUSY);
  });

  it.each([
    ['a large listing', () => ({ inventory: [upserts(...pods(800))] })],
    ['an object that the database refuses', () => ({ inventory: [upserts(podNamed('bad'))] })],
    ['an event', () => ({ events: [eventRecord('event', fixture.nowMs)] })],
    ['samples of unknown objects', () => ({ samples: unknownSamples() })],
    ['more changes than an hour may have', () => ({ inventory: [upserts(...pods(3))] })],
  ])('writes nothing of %s once another replica owns the cluster', async (_, content) => {
    const limits = { ...NO_LIMITS, changesPerHour: 1 };
    const [a, b] = [await fixture.open('a', { limits }), await fixture.open('b')];
    const sender = await owned(a);
    const before = await rowCnts(sender.hostId);
    await b.take(sender.hostId);
    await whileRefused('bad', async () => {
      await expect(a.pipeline.accept(sender.next(fixture.nowMs, content()))).rejects.toMatchObject(BUSY);
      await a.pipeline.tick();
    });
    expect(await rowCnts(sender.hostId)).toEqual(before);
    expect(a.sent).toEqual([]);
  });

  it('asks for the fence in every transaction', async () => {
    const a = await fixture.open('a', { limits: { ...NO_LIMITS, changesPerHour: 1 } });
    const sender = await owned(a);
    let transactionCnt = 0;
    const counting = new Proxy(fixture.db, {
      get(target, name) {
        if (name === 'transaction') transactionCnt++;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const c = await fixture.open('c', { db: counting, limits: { ...NO_LIMITS, changesPerHour: 1 } });
    await c.take(sender.hostId);
    const batch = sender.next(fixture.nowMs, {
      inventory: [upserts(...pods(700), podNamed('bad'))],
      samples: unknownSamples(),
      events: [eventRecord('event', fixture.nowMs)],
    });
    await whileRefused('bad', async () => void (await c.pipeline.accept(batch)));
    fixture.later(20 * 60_000);
    await c.pipeline.tick();
    const { fence, fenceCommit } = c.ownership.calls;
    expect(fence).toBeGreaterThanOrEqual(1);
    expect(fence + fenceCommit).toBe(transactionCnt);
  });

  it('orders changes of the same time by their owners', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const { nowMs } = fixture;
    const phases = ['Pending', 'Running', 'Succeeded', 'Failed'] as const;
    const hostId = await fixture.cluster();
    const sender = new Sender(hostId);
    for (const [at, phase] of phases.entries()) {
      const owner = at % 2 === 0 ? a : b;
      await owner.take(hostId);
      const record = { ...podRecord('web', nowMs), conditions: [], containers: [], startedAt: null, phase };
      await owner.pipeline.accept(sender.next(nowMs, { inventory: [upserts(record)] }));
      await owner.release(hostId);
    }
    const { rows: changes } = await sql<{ at: Date; phase: string }>`
      select at, state ->> 'phase' as phase from object_change where host_id = ${hostId}
      order by at, change_id`.execute(fixture.db);
    expect(new Set(changes.map(({ at }) => at.getTime())).size).toBe(1);
    expect(changes.map(({ phase }) => phase)).toEqual(phases);
  });

  it('stores everything before it releases a cluster, and refuses later batches', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(a);
    const { hostId } = sender;
    const failed = podBatch(sender, 'failed');
    a.lossy.refuseNext();
    await expect(a.pipeline.accept(failed)).rejects.toMatchObject(BUSY);
    const stored = a.pipeline.accept(podBatch(new Sender(hostId, 'other', 'node'), 'stored'));
    const commitNo = await a.pipeline.release(hostId);
    expect(await stored).toMatchObject({ seq: 1 });
    await expect(a.pipeline.accept(failed)).rejects.toMatchObject(BUSY);
    expect(await podNames(hostId)).toEqual(['failed', 'stored']);
    expect(a.live.names('pod', hostId)).toHaveLength(2);
    const row = fixture.db.selectFrom('clusterOwner').select('commitNo').where('hostId', '=', hostId);
    expect(await row.executeTakeFirst()).toEqual({ commitNo });
    await b.take(hostId);
    expect(await b.pipeline.accept(failed)).toMatchObject({ seq: 1 });
    expect(await podNames(hostId)).toEqual(['failed', 'stored']);
  });

  it('goes on with a cluster that it could not release', async () => {
    const a = await fixture.open('a');
    const sender = await owned(a);
    const batch = podBatch(sender, 'web');
    a.lossy.refuseNext();
    await expect(a.pipeline.accept(batch)).rejects.toMatchObject(BUSY);
    a.lossy.refuseNext();
    await expect(a.pipeline.release(sender.hostId)).rejects.toThrow('ECONNRESET');
    expect(await a.pipeline.accept(batch)).toMatchObject({ seq: 1 });
  });

  it('does not begin to work for a cluster that it lost while it read the memory', async () => {
    const a = await fixture.open('a');
    const hostId = await fixture.cluster();
    const commitNo = await a.ownership.claim(hostId);
    const reading = a.pipeline.own(hostId, { commitNo, copiedCommitNo: null });
    const dropped = a.pipeline.drop(hostId);
    await expect(reading).rejects.toThrow('moving');
    await dropped;
    await expect(a.pipeline.accept(podBatch(new Sender(hostId), 'web'))).rejects.toMatchObject(BUSY);
  });

  it('removes objects and restores states that its copy lacks, and keeps the values', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(a);
    const { hostId } = sender;
    b.copied.set(hostId, 0);
    await a.pipeline.accept(podBatch(sender, 'kept', 'deleted'));
    for (const delta of a.sent.splice(0)) await b.follow(delta);
    // The other replica does not get these.
    const nowMs = fixture.later(15_000);
    const kept = podRecord('kept', nowMs, { phase: 'Unknown' });
    const listing = chunk('pod', 'all', 0, true, kept, podRecord('new', nowMs));
    await a.pipeline.accept(sender.next(nowMs, { inventory: [listing] }));
    await b.take(hostId);
    const phases = b.live.names('pod', hostId).map(({ podId }) => b.live.stateOf('pod', podId));
    const shown = phases.map((state) => `${state?.name} ${state?.phase}`).sort();
    expect(shown).toEqual(['kept Unknown', 'new Running']);
    expect(liveAnswers(b.live, hostId, nowMs)).toEqual(liveAnswers(a.live, hostId, nowMs));
  });

  it('links no pod to a node that its copy has and the database knows as deleted', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(a);
    const { hostId } = sender;
    b.copied.set(hostId, 0);
    const { nowMs } = fixture;
    await a.pipeline.accept(sender.next(nowMs, { inventory: [upserts(nodeRecord('node-1', nowMs))] }));
    for (const delta of a.sent.splice(0)) await b.follow(delta);
    // The other replica does not get these.
    await a.pipeline.accept(sender.next(nowMs, { inventory: [deletes('node', 'uid-node-1', nowMs)] }));
    const pod = podRecord('web', nowMs, { nodeName: 'node-1' });
    await a.pipeline.accept(sender.next(nowMs, { inventory: [upserts(pod)] }));
    await b.take(hostId);
    const [shown] = b.live.names('pod', hostId);
    expect(b.live.row('pod', shown?.podId ?? 0, nowMs)?.nodeId).toBeNull();
    expect(liveAnswers(b.live, hostId, nowMs)).toEqual(liveAnswers(a.live, hostId, nowMs));
  });

  it('ignores what an earlier owner of its cluster committed', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(a);
    await a.pipeline.accept(podBatch(sender, 'web'));
    const [delta] = a.sent;
    if (!delta) throw new Error('nothing was sent');
    await b.take(sender.hostId);
    const { nowMs } = fixture;
    await b.pipeline.accept(sender.next(nowMs, { inventory: [deletes('pod', 'uid-web', nowMs)] }));
    b.copied.set(sender.hostId, delta.commitNo - 1);
    expect(await b.follow(delta)).toBe(true);
    expect(b.live.names('pod', sender.hostId)).toEqual([]);
  });

  it('knows what changed between its preparation and the handover', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(a);
    const { hostId } = sender;
    await b.followSnapshot(hostId, a);
    a.sent.length = 0;
    await a.pipeline.accept(podBatch(sender, 'kept', 'deleted'));
    await b.pipeline.prepare(hostId);
    await a.pipeline.accept(podBatch(sender, 'new'));
    const deletion = deletes('pod', 'uid-deleted', fixture.nowMs);
    await a.pipeline.accept(sender.next(fixture.nowMs, { inventory: [deletion] }));
    await a.release(hostId);
    for (const delta of a.sent) expect(await b.follow(delta)).toBe(true);
    await b.take(hostId);
    expect(b.pipeline.objectCnt(hostId)).toBe(6);
    await b.pipeline.accept(podBatch(sender, 'kept', 'new'));
    expect(await podNames(hostId)).toEqual(['deleted', 'kept', 'new']);
    expect(await inconsistencies(hostId)).toEqual([]);
  });

  it('reads the latest values when it has no copy', async () => {
    const [a, b] = [await fixture.open('a'), await fixture.open('b')];
    const sender = await owned(a);
    const { hostId } = sender;
    await a.pipeline.accept(podBatch(sender, 'web'));
    await b.take(hostId);
    const [pod] = b.live.names('pod', hostId);
    await expect.poll(() => b.live.row('pod', pod?.podId ?? 0, fixture.nowMs)?.cpuUsedCores).toBe(1);
  });

  it('has the same objects, history and answers on every replica after any moves and failures', async () => {
    const replicas = [await fixture.open('a'), await fixture.open('b')] as const;
    const anyStep = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('batch'), batch: anyBatch }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('give') }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('seize') }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('refuse', 'loseAnswer'), batch: anyBatch }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('tick') }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('prepare') }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
        const hostId = await fixture.cluster();
        const sender = new Sender(hostId);
        let [owner, other]: readonly TestReplica[] = replicas;
        if (!owner || !other) throw new Error('two replicas are open');
        await owner.take(hostId);
        await other.followSnapshot(hostId, owner);
        const send = async (batch: ReturnType<Sender['next']>) => {
          expect(await owner?.pipeline.accept(batch)).toMatchObject({ seq: batch.batch.seq });
        };
        const feed = async () => {
          if (!owner || !other) return;
          for (const delta of owner.sent.splice(0))
            if (!(await other.follow(delta)) && delta.commitNo > (other.copied.get(hostId) ?? 0))
              await other.followSnapshot(hostId, owner);
        };
        const seize = async () => {
          if (!owner || !other) return;
          owner.sent.length = 0;
          [owner, other] = [other, owner];
          await owner.take(hostId);
          await other.lose(hostId);
          await other.followSnapshot(hostId, owner);
        };
        for (const step of steps) {
          const nowMs = fixture.later(15_000);
          if (step.do === 'tick') await owner.pipeline.tick();
          else if (step.do === 'prepare') await other.pipeline.prepare(hostId);
          else if (step.do === 'batch') await send(sender.next(nowMs, step.batch(nowMs)));
          else if (step.do === 'give') {
            await owner.release(hostId);
            await feed();
            [owner, other] = [other, owner];
            await owner.take(hostId);
          } else if (step.do === 'seize') {
            await seize();
          } else {
            const batch = sender.next(nowMs, step.batch(nowMs));
            if (step.do === 'refuse') owner.lossy.refuseNext();
            else owner.lossy.loseNext();
            await expect(owner.pipeline.accept(batch)).rejects.toMatchObject(BUSY);
            // Half of the failures hit a replica that loses the cluster before the agent resends the batch.
            if (batch.batch.seq % 2 === 0) await seize();
            await send(batch);
          }
          await feed();
        }
        const nowMs = fixture.later(15_000);
        await send(
          sender.next(nowMs, {
            inventory: [upserts(nodeRecord('last', nowMs), podRecord('last', nowMs, { nodeName: 'last' }))],
            samples: everySample(nowMs),
            cluster: CLUSTER_FACTS,
          }),
        );
        await feed();
        expect(liveAnswers(other.live, hostId, nowMs)).toEqual(liveAnswers(owner.live, hostId, nowMs));
        expect(await inconsistencies(hostId)).toEqual([]);
        await owner.release(hostId);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);

  const pods = (cnt: number) => Array.from({ length: cnt }, (_, at) => podRecord(`pod-${at}`, fixture.nowMs));

  /** The database refuses pods of that name while `work` runs. */
  async function whileRefused(name: string, work: () => Promise<void>): Promise<void> {
    await sql`alter table object add constraint refused check (name <> ${sql.lit(name)})`.execute(fixture.db);
    try {
      await work();
    } finally {
      await sql`alter table object drop constraint refused`.execute(fixture.db);
    }
  }

  async function rowCnts(hostId: number) {
    const ofObjects = ['object', 'object_change', 'object_manifest', 'event'] as const;
    const tables = [...ofObjects, 'agent', 'waiting_sample', 'cluster_live'] as const;
    const { rows: found } = await sql`
      select ${sql.join(
        tables.map((table) => sql`(select count(*)::int from ${sql.table(table)} where host_id = ${hostId})`),
      )}`.execute(fixture.db);
    return found;
  }

  function everySample(nowMs: number) {
    const uids = ['a', 'b', 'c', 'd', 'last'].map((name) => `uid-${name}`);
    const ones = (keys: readonly string[]) => ({ cpuUsedCores: keys.map(() => 1) });
    const containers = uids.flatMap((uid) => [`${uid}/main`, `${uid}/side`]);
    const nodes = ['node-1', 'node-2', 'node-3', 'last'];
    return [
      rows('pod', nowMs, uids, ones(uids)),
      rows('container', nowMs, containers, ones(containers)),
      rows('node', nowMs, nodes, ones(nodes)),
      rows('claim', nowMs, ['default/data'], { usedBytes: [1] }),
    ];
  }

  /** Objects whose last entry in the history differs in the phase, the condition or the deletion. */
  async function inconsistencies(hostId: number) {
    const { rows: found } = await sql`
      select o.kind, o.name, o.deleted_at, o.state, c.state as recorded from object o left join lateral (
        select state, changes -> 0 ->> 'what' = 'deleted' as is_deleted from object_change
        where object_change.object_id = o.object_id order by at desc, change_id desc limit 1
      ) c on true
      where o.host_id = ${hostId} and o.state is not null
        and (c.state is null or (o.deleted_at is not null) <> c.is_deleted
          or o.state ->> 'phase' is distinct from c.state ->> 'phase'
          or o.state ->> 'condition' is distinct from c.state ->> 'condition')`.execute(fixture.db);
    return found;
  }
});
