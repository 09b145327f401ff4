import { describeOnEachDatabase } from '@gwanje/testkit/databases';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetOld } from './retention.ts';
import {
  claimRecord,
  deletes,
  eventRecord,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
  volumeRecord,
} from './testing/batches.ts';
import {
  insertCluster,
  NO_LIMITS,
  openTestCollector,
  openTestMetrics,
  type TestCollector,
  type TestMetrics,
} from './testing/test-collector.ts';

const DAY = 86_400_000;

describeOnEachDatabase('storing', (database) => {
  let metrics: TestMetrics;
  let stack: TestCollector;
  let hostId: number;
  let agent: Sender;
  let nowMs: number;

  beforeAll(async () => {
    metrics = await openTestMetrics();
    const { db } = database();
    // Databases are full, and refuse things, for reasons of their own.
    await sql`create table trouble (what text primary key)`.execute(db);
    await sql`
      create function full_disk() returns trigger language plpgsql as $$ begin
        if exists (select 1 from trouble where what = 'full') then raise exception 'full' using errcode = '53100'; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger full_disk before insert or update on agent for each row execute function full_disk()`.execute(
      db,
    );
    await sql`
      create function poison() returns trigger language plpgsql as $$ begin
        if new.name = 'poison' then raise exception 'poison' using errcode = '22000'; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger poison before insert or update on object for each row execute function poison()`.execute(
      db,
    );
    await sql`
      create function poison_event() returns trigger language plpgsql as $$ begin
        if new.uid = 'poison' then raise exception 'poison' using errcode = '22000'; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger poison_event before insert on event for each row execute function poison_event()`.execute(
      db,
    );
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

  async function reopen(limits: Partial<typeof NO_LIMITS>): Promise<void> {
    await stack[Symbol.asyncDispose]();
    stack = await openTestCollector(database().db, metrics, { limits: { ...NO_LIMITS, ...limits } });
  }

  async function podNames(ofHost = hostId): Promise<string[]> {
    const found = await database()
      .db.selectFrom('object')
      .select('name')
      .where('hostId', '=', ofHost)
      .where('kind', '=', 'pod')
      .execute();
    return found.map(({ name }) => name).sort();
  }

  async function changeCnt(): Promise<number> {
    const found = await database()
      .db.selectFrom('objectChange')
      .select('changeId')
      .where('hostId', '=', hostId)
      .execute();
    return found.length;
  }

  function events() {
    return database()
      .db.selectFrom('event')
      .selectAll()
      .where('hostId', '=', hostId)
      .orderBy('eventId')
      .execute();
  }

  it('writes after a failure what memory already knew, once', async () => {
    const batch = agent.next(nowMs, {
      inventory: [upserts(podRecord('web', nowMs), nodeRecord('node-1', nowMs))],
    });
    await sql`insert into trouble values ('full')`.execute(database().db);
    await expect(stack.collector.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    expect(await podNames()).toEqual([]);
    await sql`delete from trouble`.execute(database().db);
    expect(await stack.collector.accept(batch)).toMatchObject({ seq: 1 });
    expect(await podNames()).toEqual(['web']);
    expect(await changeCnt()).toBe(2);
    const spans = await database()
      .db.selectFrom('nodeHistory')
      .selectAll()
      .where('hostId', '=', hostId)
      .execute();
    expect(spans).toHaveLength(1);
  });

  it('writes a large listing in parts, each object once, also when the batch comes twice', async () => {
    const pods = Array.from({ length: 900 }, (_, no) => podRecord(`pod-${no}`, nowMs));
    const batch = agent.next(nowMs, { inventory: [upserts(...pods)] });
    await sql`insert into trouble values ('full')`.execute(database().db);
    await expect(stack.collector.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    await sql`delete from trouble`.execute(database().db);
    const ahead = await podNames();
    expect(ahead.length).toBeGreaterThan(0);
    expect(ahead.length).toBeLessThan(900);
    // Another process finds what went ahead, and takes it for what it is.
    await stack.restart();
    await stack.collector.accept(batch);
    expect(await podNames()).toHaveLength(900);
    expect(await changeCnt()).toBe(900);
    const all = await database()
      .db.selectFrom('object')
      .select('objectId')
      .where('hostId', '=', hostId)
      .execute();
    expect(all).toHaveLength(2700);
  });

  it('lets an object go that the database refuses, and stores all others', async () => {
    const other = new Sender(await insertCluster(database().db));
    const acks = await Promise.all([
      stack.collector.accept(
        agent.next(nowMs, { inventory: [upserts(podRecord('poison', nowMs), podRecord('web', nowMs))] }),
      ),
      stack.collector.accept(other.next(nowMs, { inventory: [upserts(podRecord('api', nowMs))] })),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1]);
    expect([await podNames(), await podNames(other.hostId)]).toEqual([['web'], ['api']]);
  });

  it('refuses the one batch of a group that the database refuses', async () => {
    const other = new Sender(hostId, 'other');
    const results = await Promise.allSettled([
      stack.collector.accept(agent.next(nowMs, { events: [eventRecord('first', nowMs)] })),
      stack.collector.accept(other.next(nowMs, { events: [eventRecord('poison', nowMs)] })),
      stack.collector.accept(
        new Sender(hostId, 'third').next(nowMs, { events: [eventRecord('third', nowMs)] }),
      ),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({
      reason: { errorName: 'invalidParameter', detail: { reason: 'invalidBatch' } },
    });
    expect((await events()).map(({ uid }) => uid)).toEqual(['first', 'third']);
  });

  it('refuses the one batch of a group whose samples are no measurements', async () => {
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    const bad = new Sender(hostId, 'bad', 'node');
    const results = await Promise.allSettled([
      stack.collector.accept(
        agent.next(nowMs, { samples: [rows('pod', nowMs, ['uid-web'], { cpuUsedCores: [1] })] }),
      ),
      stack.collector.accept(
        bad.next(nowMs, { samples: [rows('pod', nowMs - 1, ['uid-web'], { cpuUsedCores: [1e300] })] }),
      ),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('stores the sums of a cluster also where sizes beyond all measure leave one of them unknown', async () => {
    const claims = [claimRecord('a', nowMs), claimRecord('b', nowMs)];
    const volumes = claims.map(({ name }) => volumeRecord(name, nowMs, Number.MAX_VALUE));
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(...claims, ...volumes)] }));
    for (const atMs of [nowMs - 30_000, nowMs])
      await stack.collector.accept(
        agent.next(nowMs, { samples: [rows('pvc', atMs, ['default/a'], { usedBytes: [1] })] }),
      );
    const { series } = await stack.metrics.series({
      scope: 'cluster',
      ids: [hostId],
      metrics: ['pvCapacityBytes', 'pvUnboundCnt'],
      fromMs: nowMs - 60_000,
      toMs: nowMs,
      maxPoints: 10,
    });
    const valuesOf = (name: string) =>
      series.find(({ metric }) => metric === name)?.avg.filter((value) => value !== null) ?? [];
    expect([valuesOf('pvUnboundCnt'), valuesOf('pvCapacityBytes')]).toEqual([[2], []]);
  });

  it('refuses the batches of a cluster that was deleted, and those of no other', async () => {
    const other = new Sender(await insertCluster(database().db));
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    await database().db.deleteFrom('cluster').where('hostId', '=', hostId).execute();
    const results = await Promise.allSettled([
      stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('api', nowMs))] })),
      stack.collector.accept(other.next(nowMs, { inventory: [upserts(podRecord('api', nowMs))] })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(stack.live.hasCluster(hostId)).toBe(false);
    await expect(stack.collector.accept(agent.next(nowMs))).rejects.toMatchObject({
      detail: { reason: 'unknownToken' },
    });
  });

  it('sees within a refresh what another process did to a cluster, and to what is watched', async () => {
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    const { db } = database();
    await db.updateTable('cluster').set({ name: 'renamed' }).where('hostId', '=', hostId).execute();
    await db
      .updateTable('object')
      .set({ isMonitored: false })
      .where('hostId', '=', hostId)
      .where('kind', '=', 'pod')
      .execute();
    await stack.collector.refresh();
    const relabelled = podRecord('web', nowMs, { labels: {} });
    await stack.collector.accept(agent.next(nowMs, { inventory: [upserts(relabelled)] }));
    const query = { hostIds: new Set([hostId]), pageNo: 1, pageCnt: 10, nowMs };
    expect(stack.live.list('pod', query).list).toMatchObject([
      { clusterName: 'renamed', isMonitored: false },
    ]);
    await db.deleteFrom('cluster').where('hostId', '=', hostId).execute();
    await stack.collector.refresh();
    expect(stack.live.hasCluster(hostId)).toBe(false);
  });

  it('is busy for a cluster whose line is full, and not for the others', async () => {
    await stack[Symbol.asyncDispose]();
    const queue = {
      inAll: { entries: 1000, weight: 100_000 },
      perCluster: { entries: 5, weight: 100_000 },
      turnWeight: 10,
    };
    stack = await openTestCollector(database().db, metrics, { queue });
    await stack.collector.refresh();
    const other = new Sender(await insertCluster(database().db));
    await stack.collector.refresh();
    const flood = Array.from({ length: 50 }, (_, no) =>
      stack.collector.accept(new Sender(hostId, `a${no}`).next(nowMs)),
    );
    const [small, ...results] = await Promise.allSettled([
      stack.collector.accept(other.next(nowMs)),
      ...flood,
    ]);
    expect(small?.status).toBe('fulfilled');
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused)
      expect(result).toMatchObject({ reason: { errorName: 'busy', detail: { retryAfterS: 3 } } });
  });

  describe('limits', () => {
    it.each([
      ['objectLimit', { objects: 7 }],
      ['seriesLimit', { newObjectsPerHour: 7 }],
    ])('refuse a batch beyond them whole: %s', async (reason, limits) => {
      await reopen(limits);
      await stack.collector.accept(
        agent.next(nowMs, { inventory: [upserts(podRecord('a', nowMs), podRecord('b', nowMs))] }),
      );
      const beyond = agent.next(nowMs, {
        inventory: [upserts(podRecord('a', nowMs, { labels: {} }), podRecord('c', nowMs))],
        events: [eventRecord('e', nowMs)],
      });
      await expect(stack.collector.accept(beyond)).rejects.toMatchObject({
        errorName: 'tooLarge',
        detail: { reason },
      });
      expect(await podNames()).toEqual(['a', 'b']);
      expect(await events()).toEqual([]);
      const other = new Sender(await insertCluster(database().db));
      await stack.collector.accept(other.next(nowMs, { inventory: [upserts(podRecord('c', nowMs))] }));
      expect(await podNames(other.hostId)).toEqual(['c']);
    });

    it('drop the events of a flood, and say so', async () => {
      await reopen({ eventsPerHour: 3 });
      const flood = Array.from({ length: 10 }, (_, no) => eventRecord(`e${no}`, nowMs));
      await stack.collector.accept(agent.next(nowMs, { events: flood }));
      expect(await events()).toHaveLength(3);
      const flags = await database()
        .db.selectFrom('refusal')
        .selectAll()
        .where('hostId', '=', hostId)
        .execute();
      expect(flags).toMatchObject([{ reason: 'eventLimit', cnt: 7 }]);
      stack.clock.advance(3_600_000);
      await stack.collector.accept(
        agent.next(stack.clock.now().getTime(), { events: [eventRecord('new', nowMs)] }),
      );
      expect(await events()).toHaveLength(4);
    });

    it('count events once however often their batch had to be sent', async () => {
      await reopen({ eventsPerHour: 3 });
      const batch = agent.next(nowMs, { events: [eventRecord('a', nowMs), eventRecord('b', nowMs)] });
      await sql`insert into trouble values ('full')`.execute(database().db);
      for (let attempt = 0; attempt < 3; attempt++)
        await expect(stack.collector.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
      await sql`delete from trouble`.execute(database().db);
      await stack.collector.accept(batch);
      expect(await events()).toHaveLength(2);
    });
  });

  describe('events', () => {
    it('count up and never down, and rise in level', async () => {
      const mount = (count: number, lastMs: number) =>
        eventRecord('mount', nowMs, { reason: 'FailedMount', count, lastAt: new Date(lastMs).toISOString() });
      await stack.collector.accept(agent.next(nowMs, { events: [mount(1, nowMs)] }));
      expect(await events()).toMatchObject([{ count: 1, level: 'warning' }]);
      stack.clock.advance(60_000);
      const later = stack.clock.now().getTime();
      await stack.collector.accept(agent.next(later, { events: [mount(5, later), mount(3, nowMs)] }));
      await stack.collector.accept(agent.next(later, { events: [mount(1, nowMs)] }));
      const [event] = await events();
      expect(event).toMatchObject({ count: 5, level: 'critical' });
      expect([event?.firstAt.getTime(), event?.lastAt.getTime()]).toEqual([nowMs, later]);
    });

    it('have the object they speak of, also one that comes later', async () => {
      await stack.collector.accept(
        agent.next(nowMs, {
          events: [
            eventRecord('pod', nowMs),
            eventRecord('node', nowMs, {
              object: { kind: 'Node', namespace: null, name: 'node-1', uid: 'node-1', container: null },
            }),
            eventRecord('other', nowMs, {
              object: { kind: 'Ingress', namespace: 'default', name: 'web', uid: 'uid-web', container: null },
            }),
          ],
        }),
      );
      expect((await events()).map(({ objectId }) => objectId)).toEqual([null, null, null]);
      await stack.collector.accept(
        agent.next(nowMs, { inventory: [upserts(podRecord('web', nowMs), nodeRecord('node-1', nowMs))] }),
      );
      const found = await database()
        .db.selectFrom('object')
        .selectAll()
        .where('hostId', '=', hostId)
        .execute();
      const idOf = (kind: string) => found.find((row) => row.kind === kind)?.objectId;
      expect((await events()).map(({ objectId }) => objectId)).toEqual([idOf('pod'), idOf('node'), null]);
      await stack.collector.accept(agent.next(nowMs, { events: [eventRecord('again', nowMs)] }));
      expect((await events()).at(-1)?.objectId).toBe(idOf('pod'));
    });

    it('take hostile numbers and times as far as the database goes', async () => {
      const hostile = eventRecord('hostile', nowMs, {
        count: Number.MAX_SAFE_INTEGER,
        firstAt: '0000-01-01T00:00:00Z',
        lastAt: '9999-12-31T23:59:59Z',
      });
      await stack.collector.accept(agent.next(nowMs, { events: [hostile] }));
      const [event] = await events();
      expect([event?.count, event?.firstAt.getTime(), event?.lastAt.getTime()]).toEqual([
        2_147_483_647,
        0,
        nowMs,
      ]);
    });
  });

  it('forgets agents that are silent for days, in memory and in the table', async () => {
    await stack.collector.accept(new Sender(hostId, 'gone', 'node').next(nowMs));
    stack.clock.advance(3 * DAY);
    nowMs = stack.clock.now().getTime();
    const first = agent.next(nowMs);
    await stack.collector.accept(first);
    await forgetOld(database().db, 35, stack.clock.now());
    await stack.collector.tick();
    const kept = await database()
      .db.selectFrom('agent')
      .select('agentId')
      .where('hostId', '=', hostId)
      .execute();
    expect(kept).toEqual([{ agentId: agent.agentId }]);
    const back = new Sender(hostId, 'gone', 'cluster');
    // Its number is not taken for an old one any more.
    expect(await stack.collector.accept(back.next(nowMs))).toMatchObject({ seq: 1 });
    expect(
      await database().db.selectFrom('agent').select('role').where('agentId', '=', 'gone').execute(),
    ).toEqual([{ role: 'cluster' }]);
  });

  it('forgets what is older than history is kept, and keeps the state that still holds', async () => {
    const old = nowMs - 40 * DAY;
    const pods = [podRecord('gone', old), podRecord('alive', old)];
    const node = (status: 'True' | 'False', atMs: number) =>
      nodeRecord('node-1', old, { conditions: [readiness(status, atMs)] });
    await stack.collector.accept(
      agent.next(
        old,
        { inventory: [upserts(...pods, node('True', old))], events: [eventRecord('old', old)] },
        nowMs,
      ),
    );
    await stack.collector.accept(
      agent.next(
        old + 1000,
        { inventory: [upserts(node('False', old + 1000)), deletes('pod', 'uid-gone', old + 1000)] },
        nowMs,
      ),
    );
    await stack.collector.accept(agent.next(nowMs, { events: [eventRecord('new', nowMs)] }));
    await forgetOld(database().db, 35, stack.clock.now());
    expect(await podNames()).toEqual(['alive']);
    expect((await events()).map(({ uid }) => uid)).toEqual(['new']);
    const changes = await database()
      .db.selectFrom('objectChange')
      .innerJoin('object', 'object.objectId', 'objectChange.objectId')
      .select(['object.name', 'objectChange.changes'])
      .where('object.hostId', '=', hostId)
      .orderBy('changeId')
      .execute();
    expect(changes).toEqual([
      { name: 'alive', changes: [{ what: 'created', from: null, to: 'alive' }] },
      { name: 'node-1', changes: [{ what: 'condition', from: 'Ready', to: 'NotReady' }] },
    ]);
    expect(await changeCnt()).toBe(2);
  });
});
