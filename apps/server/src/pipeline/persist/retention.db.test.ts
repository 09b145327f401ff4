import { createMetrics } from '@gwanje/backend/observe/metrics';
import { DeletionClock } from '@gwanje/backend/retention/deletion-clock';
import { Retention } from '@gwanje/backend/retention/retention';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import {
  deletes,
  eventRecord,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from '../testing/batches.ts';
import { describePipeline } from '../testing/describe-pipeline.ts';
import { agedHistoryTables, deleteObjectsOfDeletedClusters } from './retention-repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describePipeline('retention', (fixture) => {
  function retention(monotonicNow = () => fixture.nowMs) {
    const { db } = fixture;
    const { now } = fixture.stack.clock;
    const observe = createMetrics('test');
    const clock = new DeletionClock({ db, now, monotonicNow });
    const logger = pino({ level: 'silent' });
    const cleanups = { objectsOfDeletedClusters: deleteObjectsOfDeletedClusters };
    const job = new Retention({ db, logger, observe, now, clock, tables: agedHistoryTables(35), cleanups });
    return { job, observe };
  }

  const sendAt = (atMs: number, content: Parameters<Sender['next']>[1]) =>
    fixture.accept(fixture.agent.next(atMs, content, fixture.nowMs));

  /** Returns the names of the steps that failed. */
  async function forget(): Promise<string[]> {
    const { job, observe } = retention();
    await job.run();
    const failures = await observe.registry.getSingleMetric('gwanje_retention_failures_total')?.get();
    return failures?.values.map(({ labels }) => String(labels.step)) ?? [];
  }

  it('drops agents that are silent for days, in memory and in the database', async () => {
    await fixture.accept(new Sender(fixture.hostId, 'gone', 'node').next(fixture.nowMs));
    fixture.stack.clock.advance(3 * DAY);
    const first = fixture.next();
    await fixture.accept(first);
    expect(await forget()).toEqual([]);
    await fixture.stack.pipeline.tick();
    const kept = await rowsOf(fixture.db, 'agent', { hostId: fixture.hostId }, ['agentId']);
    expect(kept).toEqual([{ agentId: fixture.agent.agentId }]);
    const back = new Sender(fixture.hostId, 'gone', 'cluster');
    // The server no longer treats its sequence number as a repeated one.
    expect(await fixture.accept(back.next(fixture.nowMs))).toMatchObject({ seq: 1 });
    expect(await rowsOf(fixture.db, 'agent', { agentId: 'gone' }, ['role'])).toEqual([{ role: 'cluster' }]);
  });

  it('deletes old history and keeps the state that is still valid', async () => {
    const old = fixture.nowMs - 40 * DAY;
    const pods = [podRecord('gone', old), podRecord('alive', old)];
    const node = (status: 'True' | 'False', atMs: number) =>
      nodeRecord('node-1', old, { conditions: [readiness(status, atMs)] });
    const events = [eventRecord('old', old)];
    await sendAt(old, { inventory: [upserts(...pods, node('True', old))], events });
    const later = [upserts(node('False', old + 1000)), deletes('pod', 'uid-gone', old + 1000)];
    await sendAt(old + 1000, { inventory: later });
    await fixture.send({ events: [eventRecord('new', fixture.nowMs)] });
    expect(await forget()).toEqual([]);
    expect(await fixture.podNames()).toEqual(['alive']);
    expect((await fixture.events()).map(({ uid }) => uid)).toEqual(['new']);
    const changes = await fixture.db
      .selectFrom('objectChange')
      .innerJoin('object', 'object.objectId', 'objectChange.objectId')
      .select(['object.name', 'objectChange.changes'])
      .where('object.hostId', '=', fixture.hostId)
      .orderBy('changeId')
      .execute();
    expect(changes).toEqual([
      { name: 'alive', changes: [{ what: 'created', from: null, to: 'alive' }] },
      { name: 'node-1', changes: [{ what: 'condition', from: 'Ready', to: 'NotReady' }] },
    ]);
    expect(await fixture.changes()).toHaveLength(2);
  });

  it('runs the other steps when one step fails', async () => {
    // Without newer data, nothing is old.
    const inventoryOfNow = [upserts(fixture.pod('web'))];
    await fixture.accept((await fixture.another()).next(fixture.nowMs, { inventory: inventoryOfNow }));
    const old = fixture.nowMs - 40 * DAY;
    const events = [eventRecord('old', old)];
    await sendAt(old, { inventory: [upserts(podRecord('gone', old))], events });
    await sendAt(old + 1000, { inventory: [deletes('pod', 'uid-gone', old + 1000)] });
    await sql`create function too_slow() returns trigger language plpgsql as
      $$ begin raise exception 'too slow' using errcode = '57014'; end $$`.execute(fixture.db);
    await sql`create trigger too_slow before delete on object_change execute function too_slow()`.execute(
      fixture.db,
    );
    onTestFinished(async () => {
      await sql`drop function too_slow cascade`.execute(fixture.db);
    });
    expect(await forget()).toEqual(['object_change']);
    expect(await fixture.podNames()).toEqual([]);
    expect(await fixture.events()).toEqual([]);
    await sql`drop trigger too_slow on object_change`.execute(fixture.db);
    expect(await forget()).toEqual([]);
    expect(await fixture.changes()).toEqual([]);
  });

  it('reads any number of changes and keeps the last one of each existing object', async () => {
    const old = fixture.nowMs - 40 * DAY;
    const inventory = [upserts(podRecord('web', old), podRecord('other', old))];
    await sendAt(old, { inventory });
    const [web] = await fixture.objects();
    await sql`
      insert into object_change (host_id, object_id, at, changes, state)
      select ${fixture.hostId}, ${web?.objectId}, ${new Date(old)}::timestamptz + make_interval(secs => n / 2), '[]',
        json_build_object('n', n) from generate_series(1, 5000) n`.execute(fixture.db);
    const changes = agedHistoryTables(35).find(({ name }) => name === 'object_change');
    const before = new Date(fixture.nowMs - 35 * DAY);
    expect(await changes?.deleteOldest(fixture.db, before, 2500)).toBe(2500);
    expect(await changes?.deleteOldest(fixture.db, before, Number.POSITIVE_INFINITY)).toBe(2500);
    const kept = await fixture.changes();
    expect(kept).toHaveLength(2);
    expect(kept.find(({ objectId }) => objectId === web?.objectId)?.state).toEqual({ n: 5000 });
  });

  it('deletes the objects of deleted clusters only', async () => {
    const other = await fixture.another();
    for (const agent of [fixture.agent, other]) {
      const inventory = [upserts(fixture.pod('web'), fixture.node('node-1'))];
      await fixture.accept(agent.next(fixture.nowMs, { inventory }));
    }
    await fixture.db.deleteFrom('cluster').where('hostId', '=', other.hostId).execute();
    expect(await forget()).toEqual([]);
    expect(await fixture.objects(other.hostId)).toEqual([]);
    expect(await fixture.podNames()).toEqual(['web']);
  });

  it('deletes nothing while the clock is doubted, and runs when it is trusted', async () => {
    const { clock } = fixture.stack;
    let monotonicMs = 0;
    const begin = () => retention(() => monotonicMs).job;
    let job = begin();
    const pass = async (ms: number) => {
      clock.advance(ms);
      monotonicMs += ms;
      await job.run();
      return (await fixture.events()).length;
    };
    const samples = [rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [1] })];
    const events = [eventRecord('one', fixture.nowMs)];
    await fixture.send({ events, samples });
    expect(await pass(MINUTE)).toBe(1);
    clock.advance(400 * DAY);
    expect(await pass(HOUR)).toBe(1);
    expect(await pass(HOUR)).toBe(1);
    // A server that starts with a wrong clock compares it with the clocks of its agents.
    const send = (clockSkewMs: number) =>
      fixture.accept({ ...fixture.agent.next(fixture.nowMs + clockSkewMs, {}, fixture.nowMs), clockSkewMs });
    job = begin();
    await send(-400 * DAY);
    expect(await pass(MINUTE)).toBe(1);
    clock.advance(10 * DAY);
    await send(-400 * DAY);
    expect(await pass(2 * HOUR)).toBe(1);
    // The agents agree with the clock: the time has really passed.
    clock.advance(HOUR);
    monotonicMs += HOUR;
    await send(0);
    expect(await pass(MINUTE)).toBe(0);
  });
});
