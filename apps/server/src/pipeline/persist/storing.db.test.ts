import { changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LiveState } from '../../live/live-state.ts';
import {
  chunk,
  claimRecord,
  deletes,
  eventRecord,
  rows,
  Sender,
  upserts,
  volumeRecord,
} from '../testing/batches.ts';
import { describePipeline } from '../testing/describe-pipeline.ts';
import { losingAnswers } from '../testing/losing-answers.ts';

describePipeline('the persist stage', (fixture) => {
  beforeAll(async () => {
    // Triggers simulate a full disk and refused rows.
    await sql`create table trouble (what text primary key)`.execute(fixture.db);
    await sql`
      create function full_disk() returns trigger language plpgsql as $$ begin
        if exists (select 1 from trouble where what = 'full') then raise exception 'full' using errcode = '53100'; end if;
        return new;
      end $$`.execute(fixture.db);
    await sql`create trigger full_disk before insert or update on agent for each row execute function full_disk()`.execute(
      fixture.db,
    );
    await sql`
      create function poison() returns trigger language plpgsql as $$ begin
        if new.name = 'poison' then raise exception 'poison' using errcode = '22000'; end if;
        return new;
      end $$`.execute(fixture.db);
    await sql`create trigger poison before insert or update on object for each row execute function poison()`.execute(
      fixture.db,
    );
    await sql`
      create function poison_event() returns trigger language plpgsql as $$ begin
        if new.uid = 'poison' then raise exception 'poison' using errcode = '22000'; end if;
        return new;
      end $$`.execute(fixture.db);
    await sql`create trigger poison_event before insert on event for each row execute function poison_event()`.execute(
      fixture.db,
    );
  });

  it('writes pending changes once after a failure', async () => {
    const batch = fixture.agent.next(fixture.nowMs, {
      inventory: [upserts(fixture.pod('web'), fixture.node('node-1'))],
    });
    await sql`insert into trouble values ('full')`.execute(fixture.db);
    await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    expect(await fixture.podNames()).toEqual([]);
    await sql`delete from trouble`.execute(fixture.db);
    expect(await fixture.accept(batch)).toMatchObject({ seq: 1 });
    expect(await fixture.podNames()).toEqual(['web']);
    expect(await fixture.changes()).toHaveLength(2);
    const spans = await rowsOf(fixture.db, 'nodeHistory', { hostId: fixture.hostId });
    expect(spans).toHaveLength(1);
  });

  it('stores samples that waited for a pod, although the batch with the pod was not stored at first', async () => {
    const samples = [rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [1] })];
    await fixture.send({ samples });
    const batch = fixture.agent.next(fixture.nowMs, { inventory: [upserts(fixture.pod('web'))] });
    await sql`insert into trouble values ('full')`.execute(fixture.db);
    await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(1);
    await sql`delete from trouble`.execute(fixture.db);
    await fixture.accept(batch);
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(0);
  });

  it('writes changes once when the connection broke after the commit', async () => {
    const lossy = losingAnswers(fixture.db);
    await fixture.reopen({ db: lossy.db });
    const batch = fixture.agent.next(fixture.nowMs, {
      inventory: [upserts(fixture.pod('web'), fixture.node('node-1'))],
      events: [eventRecord('e', fixture.nowMs)],
    });
    lossy.loseNext();
    await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    expect(await fixture.changes()).toHaveLength(2);
    expect(await fixture.accept(batch)).toMatchObject({ seq: 1 });
    expect(await fixture.changes()).toHaveLength(2);
    expect(await fixture.events()).toHaveLength(1);
    expect(await fixture.objects()).toHaveLength(4);
    expect(await fixture.spans()).toHaveLength(1);
  });

  it('applies a resent batch after a server error', async () => {
    class FailingState extends LiveState {
      isFailing = true;
      override putPod(...args: Parameters<LiveState['putPod']>): void {
        if (this.isFailing && args[2].name === 'second') throw new Error('a failure');
        super.putPod(...args);
      }
    }
    const live = new FailingState();
    await fixture.reopen({ live });
    const names = ['first', 'second', 'third'];
    const batch = fixture.agent.next(fixture.nowMs, {
      inventory: [chunk('pod', 'one', 0, true, ...names.map((name) => fixture.pod(name)))],
    });
    await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'unknown' });
    live.isFailing = false;
    expect(await fixture.accept(batch)).toMatchObject({ seq: 1 });
    expect(await fixture.podNames()).toEqual(names);
    expect((await fixture.objects()).filter(({ kind }) => kind === 'container')).toHaveLength(6);
    expect(await fixture.changes()).toHaveLength(3);
    expect(live.names('pod', fixture.hostId).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('writes a large listing in parts, each object once, also when the batch is resent', async () => {
    const pods = Array.from({ length: 900 }, (_, no) => fixture.pod(`pod-${no}`));
    const batch = fixture.agent.next(fixture.nowMs, { inventory: [upserts(...pods)] });
    await sql`insert into trouble values ('full')`.execute(fixture.db);
    await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    await sql`delete from trouble`.execute(fixture.db);
    const ahead = await fixture.podNames();
    expect(ahead.length).toBeGreaterThan(0);
    expect(ahead.length).toBeLessThan(900);
    // A new process finds the objects that were written ahead and does not write them twice.
    await fixture.stack.restart();
    await fixture.accept(batch);
    expect(await fixture.podNames()).toHaveLength(900);
    expect(await fixture.changes()).toHaveLength(900);
    const all = await rowsOf(fixture.db, 'object', { hostId: fixture.hostId }, ['objectId']);
    expect(all).toHaveLength(2700);
  });

  it('drops an object that the database refuses and stores all others', async () => {
    const other = await fixture.another();
    const acks = await Promise.all([
      fixture.store(fixture.pod('poison'), fixture.pod('web')),
      fixture.accept(other.next(fixture.nowMs, { inventory: [upserts(fixture.pod('api'))] })),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1]);
    expect([await fixture.podNames(), await fixture.podNames(other.hostId)]).toEqual([['web'], ['api']]);
  });

  it('drops an event that the database refuses and stores the rest of its batch', async () => {
    const other = new Sender(fixture.hostId, 'other');
    const flood = Array.from({ length: 20 }, (_, no) =>
      eventRecord(no === 13 ? 'poison' : `e${no}`, fixture.nowMs),
    );
    const acks = await Promise.all([
      fixture.send({ events: [eventRecord('first', fixture.nowMs)] }),
      fixture.accept(other.next(fixture.nowMs, { inventory: [upserts(fixture.pod('web'))], events: flood })),
      fixture.accept(
        new Sender(fixture.hostId, 'third').next(fixture.nowMs, {
          events: [eventRecord('third', fixture.nowMs)],
        }),
      ),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1, 1]);
    expect(await fixture.podNames()).toEqual(['web']);
    const uids = (await fixture.events()).map(({ uid }) => uid);
    expect(uids).toHaveLength(21);
    expect(new Set(uids)).toEqual(
      new Set(['first', 'third', ...flood.map(({ uid }) => uid)].filter((uid) => uid !== 'poison')),
    );
  });

  it('drops invalid samples, reports them and stores all others', async () => {
    await fixture.store(fixture.pod('web'));
    const bad = new Sender(fixture.hostId, 'bad', 'node');
    const acks = await Promise.all([
      fixture.send({ samples: [rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [1] })] }),
      fixture.accept(
        bad.next(fixture.nowMs, {
          samples: [rows('pod', fixture.nowMs - 1000, ['uid-web'], { cpuUsedCores: [1e300] })],
        }),
      ),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([2, 1]);
    const { series } = await fixture.stack.metrics.series({
      scope: 'pod',
      ids: [await fixture.podId('web')],
      metrics: ['cpuUsedCores'],
      fromMs: fixture.nowMs - 60_000,
      toMs: fixture.nowMs + 1000,
      maxPoints: 1000,
    });
    expect(series[0]?.avg.filter((value) => value !== null)).toEqual([1]);
    expect(await fixture.flags()).toMatchObject([{ reason: 'invalidBatch', cnt: 1 }]);
  });

  it('stores the other sums of a cluster when absurd sizes make one sum unknown', async () => {
    const claims = [claimRecord('a', fixture.nowMs), claimRecord('b', fixture.nowMs)];
    const volumes = claims.map(({ name }) => volumeRecord(name, fixture.nowMs, Number.MAX_VALUE));
    await fixture.store(...claims, ...volumes);
    for (const atMs of [fixture.nowMs - 30_000, fixture.nowMs])
      await fixture.send({ samples: [rows('claim', atMs, ['default/a'], { usedBytes: [1] })] });
    const { series } = await fixture.stack.metrics.series({
      scope: 'cluster',
      ids: [fixture.hostId],
      metrics: ['pvCapacityBytes', 'pvUnboundCnt'],
      fromMs: fixture.nowMs - 60_000,
      toMs: fixture.nowMs,
      maxPoints: 10,
    });
    const valuesOf = (name: string) =>
      series.find(({ metric }) => metric === name)?.avg.filter((value) => value !== null) ?? [];
    expect([valuesOf('pvUnboundCnt'), valuesOf('pvCapacityBytes')]).toEqual([[2], []]);
  });

  it('refuses the batches of a deleted cluster only', async () => {
    const other = await fixture.another();
    await fixture.store(fixture.pod('web'));
    await fixture.db.deleteFrom('cluster').where('hostId', '=', fixture.hostId).execute();
    const results = await Promise.allSettled([
      fixture.store(fixture.pod('api')),
      fixture.accept(other.next(fixture.nowMs, { inventory: [upserts(fixture.pod('api'))] })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(fixture.stack.live.hasCluster(fixture.hostId)).toBe(false);
    await expect(fixture.send()).rejects.toMatchObject({ detail: { reason: 'unknownToken' } });
  });

  it('sees changes of clusters and monitoring by another process after a refresh', async () => {
    await fixture.store(fixture.pod('web'));
    const { db } = fixture;
    await db.updateTable('cluster').set({ name: 'renamed' }).where('hostId', '=', fixture.hostId).execute();
    await changeRows(db, 'object', { hostId: fixture.hostId, kind: 'pod' }, { isMonitored: false });
    await fixture.stack.pipeline.refresh();
    const relabelled = fixture.pod('web', { labels: {} });
    await fixture.store(relabelled);
    const query = { hostIds: new Set([fixture.hostId]), pageNo: 1, pageCnt: 10, nowMs: fixture.nowMs };
    expect(fixture.stack.live.list('pod', query).list).toMatchObject([
      { clusterName: 'renamed', isMonitored: false },
    ]);
    await db.deleteFrom('cluster').where('hostId', '=', fixture.hostId).execute();
    await fixture.stack.pipeline.refresh();
    expect(fixture.stack.live.hasCluster(fixture.hostId)).toBe(false);
  });

  it('answers busy to a cluster with a full queue and not to the others', async () => {
    const queue = {
      inAll: { entries: 1000, weight: 100_000 },
      perCluster: { entries: 5, weight: 100_000 },
      turnWeight: 10,
    };
    await fixture.reopen({ queue });
    await fixture.stack.pipeline.refresh();
    const other = await fixture.another();
    await fixture.stack.pipeline.refresh();
    const flood = Array.from({ length: 50 }, (_, no) =>
      fixture.accept(new Sender(fixture.hostId, `a${no}`).next(fixture.nowMs)),
    );
    const [small, ...results] = await Promise.allSettled([
      fixture.accept(other.next(fixture.nowMs)),
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
    ])('refuse the whole batch: %s', async (reason, limits) => {
      await fixture.reopenWithLimits(limits);
      await fixture.store(fixture.pod('a'), fixture.pod('b'));
      const beyond = fixture.agent.next(fixture.nowMs, {
        inventory: [upserts(fixture.pod('a', { labels: {} }), fixture.pod('c'))],
        events: [eventRecord('e', fixture.nowMs)],
      });
      await expect(fixture.accept(beyond)).rejects.toMatchObject({
        errorName: 'tooLarge',
        detail: { reason },
      });
      expect(await fixture.podNames()).toEqual(['a', 'b']);
      expect(await fixture.events()).toEqual([]);
      const other = await fixture.another();
      await fixture.accept(other.next(fixture.nowMs, { inventory: [upserts(fixture.pod('c'))] }));
      expect(await fixture.podNames(other.hostId)).toEqual(['c']);
    });

    it('refuse an endless stream of new pods without delaying other clusters', async () => {
      await fixture.reopenWithLimits({ newObjectsPerHour: 3000 });
      const other = await fixture.another();
      const batchOf = (no: number) =>
        fixture.agent.next(fixture.nowMs, {
          inventory: [
            upserts(...Array.from({ length: 300 }, (_, pod) => fixture.pod(`pod-${no}-${pod}`))),
            // A hostile agent deletes the previous pods in each batch.
            {
              ...upserts(),
              deletes: Array.from({ length: 300 }, (_, pod) => ({
                kind: 'pod' as const,
                uid: `uid-pod-${no - 1}-${pod}`,
                deletedAt: new Date(fixture.nowMs).toISOString(),
              })),
            },
          ],
        });
      const flood = Array.from({ length: 8 }, (_, no) => fixture.accept(batchOf(no)));
      const others = Array.from({ length: 8 }, (_, no) => fixture.pod(`own-${no}`));
      const [answers] = await Promise.all([
        Promise.allSettled(flood),
        fixture.accept(other.next(fixture.nowMs, { inventory: [upserts(...others)] })),
      ]);
      const refused = answers.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(5);
      for (const answer of refused)
        expect(answer).toMatchObject({
          reason: { errorName: 'tooLarge', detail: { reason: 'seriesLimit' } },
        });
      expect(await fixture.podNames()).toHaveLength(900);
      expect(await fixture.podNames(other.hostId)).toHaveLength(8);
      fixture.later(3_600_000);
      expect(await fixture.accept(batchOf(100))).toMatchObject({ isResyncNeeded: true });
    });

    it('drop events beyond the hourly limit and report it', async () => {
      await fixture.reopenWithLimits({ eventsPerHour: 3 });
      const flood = Array.from({ length: 10 }, (_, no) => eventRecord(`e${no}`, fixture.nowMs));
      await fixture.send({ events: flood });
      expect(await fixture.events()).toHaveLength(3);
      const flags = await rowsOf(fixture.db, 'refusal', { hostId: fixture.hostId });
      expect(flags).toMatchObject([{ reason: 'eventLimit', cnt: 7 }]);
      fixture.stack.clock.advance(3_600_000);
      await fixture.accept(
        fixture.agent.next(fixture.stack.clock.now().getTime(), {
          events: [eventRecord('new', fixture.nowMs)],
        }),
      );
      expect(await fixture.events()).toHaveLength(4);
    });

    it('merge the changes of a flapping pod into one and show its current state', async () => {
      await fixture.reopenWithLimits({ changesPerHour: 4 });
      const flap = (no: number) =>
        fixture.store(fixture.pod('web', { phase: no % 2 ? 'Failed' : 'Running' }));
      for (let no = 0; no < 50; no++) await flap(no);
      expect(await fixture.changes()).toHaveLength(4);
      const id = await fixture.podId('web');
      expect(fixture.stack.live.row('pod', id, fixture.nowMs)).toMatchObject({ phase: 'Failed' });
      expect((await fixture.objects()).find(({ objectId }) => objectId === id)?.record).toMatchObject({
        phase: 'Failed',
      });
      expect(await fixture.flags()).toMatchObject([{ reason: 'changeLimit', cnt: 46 }]);
      await fixture.stack.pipeline.tick();
      expect(await fixture.changes()).toHaveLength(4);

      fixture.later(3_600_000);
      await fixture.stack.pipeline.tick();
      const changes = await fixture.changes();
      expect(changes).toHaveLength(5);
      expect(changes.at(-1)?.state).toMatchObject({ phase: 'Failed' });
      await flap(0);
      expect((await fixture.changes()).at(-1)?.state).toMatchObject({ phase: 'Running' });
    });

    it('write a deferred deletion as a deletion', async () => {
      await fixture.reopenWithLimits({ changesPerHour: 1 });
      await fixture.store(fixture.pod('web'));
      for (const part of [
        upserts(fixture.pod('web', { phase: 'Failed' })),
        deletes('pod', 'uid-web', fixture.nowMs),
      ])
        await fixture.send({ inventory: [part] });
      fixture.later(3_600_000);
      await fixture.stack.pipeline.tick();
      const written = (await fixture.changes()).map(({ changes }) =>
        z.array(z.object({ what: z.string() })).parse(changes),
      );
      expect(written.map((changes) => changes.map(({ what }) => what))).toEqual([
        ['created'],
        ['deleted', 'phase', 'status'],
      ]);
    });

    it('count events once when their batch is resent', async () => {
      await fixture.reopenWithLimits({ eventsPerHour: 3 });
      const batch = fixture.agent.next(fixture.nowMs, {
        events: [eventRecord('a', fixture.nowMs), eventRecord('b', fixture.nowMs)],
      });
      await sql`insert into trouble values ('full')`.execute(fixture.db);
      for (let attempt = 0; attempt < 3; attempt++)
        await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
      await sql`delete from trouble`.execute(fixture.db);
      await fixture.accept(batch);
      expect(await fixture.events()).toHaveLength(2);
    });
  });

  describe('events', () => {
    it('have a count that never decreases and a level that rises with it', async () => {
      const startMs = fixture.nowMs;
      const mount = (count: number, lastMs: number) =>
        eventRecord('mount', startMs, {
          reason: 'FailedMount',
          count,
          lastAt: new Date(lastMs).toISOString(),
        });
      await fixture.accept(fixture.agent.next(startMs, { events: [mount(1, startMs)] }));
      expect(await fixture.events()).toMatchObject([{ count: 1, level: 'warning' }]);
      fixture.stack.clock.advance(60_000);
      const later = fixture.stack.clock.now().getTime();
      await fixture.accept(fixture.agent.next(later, { events: [mount(5, later), mount(3, startMs)] }));
      await fixture.accept(fixture.agent.next(later, { events: [mount(1, startMs)] }));
      const [event] = await fixture.events();
      expect(event).toMatchObject({ count: 5, level: 'critical' });
      expect([event?.firstAt.getTime(), event?.lastAt.getTime()]).toEqual([startMs, later]);
    });

    it('are linked to their object, also when it arrives later', async () => {
      await fixture.send({
        events: [
          eventRecord('pod', fixture.nowMs),
          eventRecord('node', fixture.nowMs, {
            object: { kind: 'Node', namespace: null, name: 'node-1', uid: 'node-1', container: null },
          }),
          eventRecord('other', fixture.nowMs, {
            object: { kind: 'Ingress', namespace: 'default', name: 'web', uid: 'uid-web', container: null },
          }),
        ],
      });
      expect((await fixture.events()).map(({ objectId }) => objectId)).toEqual([null, null, null]);
      await fixture.store(fixture.pod('web'), fixture.node('node-1'));
      const found = await rowsOf(fixture.db, 'object', { hostId: fixture.hostId });
      const idOf = (kind: string) => found.find((row) => row.kind === kind)?.objectId;
      expect((await fixture.events()).map(({ objectId }) => objectId)).toEqual([
        idOf('pod'),
        idOf('node'),
        null,
      ]);
      await fixture.send({ events: [eventRecord('again', fixture.nowMs)] });
      expect((await fixture.events()).at(-1)?.objectId).toBe(idOf('pod'));
    });

    it('have hostile numbers and times limited to values that the database can store', async () => {
      const hostile = eventRecord('hostile', fixture.nowMs, {
        count: Number.MAX_SAFE_INTEGER,
        firstAt: '0000-01-01T00:00:00Z',
        lastAt: '9999-12-31T23:59:59Z',
      });
      await fixture.send({ events: [hostile] });
      const [event] = await fixture.events();
      expect([event?.count, event?.firstAt.getTime(), event?.lastAt.getTime()]).toEqual([
        2_147_483_647,
        0,
        fixture.nowMs,
      ]);
    });
  });
});
