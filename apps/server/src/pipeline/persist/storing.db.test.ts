import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LiveState } from '../../live/live-state.ts';
import {
  chunk,
  claimRecord,
  deletes,
  eventRecord,
  nodeRecord,
  podRecord,
  rows,
  Sender,
  upserts,
  volumeRecord,
} from '../testing/batches.ts';
import { describeCollector } from '../testing/describe-collector.ts';
import { losingAnswers } from '../testing/losing-answers.ts';

describeCollector('storing', (stage) => {
  beforeAll(async () => {
    // Databases are full, and refuse things, for reasons of their own.
    await sql`create table trouble (what text primary key)`.execute(stage.db);
    await sql`
      create function full_disk() returns trigger language plpgsql as $$ begin
        if exists (select 1 from trouble where what = 'full') then raise exception 'full' using errcode = '53100'; end if;
        return new;
      end $$`.execute(stage.db);
    await sql`create trigger full_disk before insert or update on agent for each row execute function full_disk()`.execute(
      stage.db,
    );
    await sql`
      create function poison() returns trigger language plpgsql as $$ begin
        if new.name = 'poison' then raise exception 'poison' using errcode = '22000'; end if;
        return new;
      end $$`.execute(stage.db);
    await sql`create trigger poison before insert or update on object for each row execute function poison()`.execute(
      stage.db,
    );
    await sql`
      create function poison_event() returns trigger language plpgsql as $$ begin
        if new.uid = 'poison' then raise exception 'poison' using errcode = '22000'; end if;
        return new;
      end $$`.execute(stage.db);
    await sql`create trigger poison_event before insert on event for each row execute function poison_event()`.execute(
      stage.db,
    );
  });

  it('writes after a failure what memory already knew, once', async () => {
    const batch = stage.agent.next(stage.nowMs, {
      inventory: [upserts(podRecord('web', stage.nowMs), nodeRecord('node-1', stage.nowMs))],
    });
    await sql`insert into trouble values ('full')`.execute(stage.db);
    await expect(stage.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    expect(await stage.podNames()).toEqual([]);
    await sql`delete from trouble`.execute(stage.db);
    expect(await stage.accept(batch)).toMatchObject({ seq: 1 });
    expect(await stage.podNames()).toEqual(['web']);
    expect(await stage.changes()).toHaveLength(2);
    const spans = await stage.db
      .selectFrom('nodeHistory')
      .selectAll()
      .where('hostId', '=', stage.hostId)
      .execute();
    expect(spans).toHaveLength(1);
  });

  it('writes once what was committed by a connection that was lost before it could say so', async () => {
    const lossy = losingAnswers(stage.db);
    await stage.reopen({ db: lossy.db });
    const batch = stage.agent.next(stage.nowMs, {
      inventory: [upserts(podRecord('web', stage.nowMs), nodeRecord('node-1', stage.nowMs))],
      events: [eventRecord('e', stage.nowMs)],
    });
    lossy.loseNext();
    await expect(stage.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    expect(await stage.changes()).toHaveLength(2);
    expect(await stage.accept(batch)).toMatchObject({ seq: 1 });
    expect(await stage.changes()).toHaveLength(2);
    expect(await stage.events()).toHaveLength(1);
    expect(await stage.objects()).toHaveLength(4);
    expect(await stage.spans()).toHaveLength(1);
  });

  it('takes in again what a fault of ours kept out of memory', async () => {
    class Faulty extends LiveState {
      isFaulty = true;
      override putPod(...args: Parameters<LiveState['putPod']>): void {
        if (this.isFaulty && args[2].name === 'second') throw new Error('a fault');
        super.putPod(...args);
      }
    }
    const live = new Faulty();
    await stage.reopen({ live });
    const names = ['first', 'second', 'third'];
    const batch = stage.agent.next(stage.nowMs, {
      inventory: [chunk('pod', 'one', 0, true, ...names.map((name) => podRecord(name, stage.nowMs)))],
    });
    await expect(stage.accept(batch)).rejects.toMatchObject({ errorName: 'unknown' });
    live.isFaulty = false;
    expect(await stage.accept(batch)).toMatchObject({ seq: 1 });
    expect(await stage.podNames()).toEqual(names);
    expect((await stage.objects()).filter(({ kind }) => kind === 'container')).toHaveLength(6);
    expect(await stage.changes()).toHaveLength(3);
    expect(live.names('pod', stage.hostId).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('writes a large listing in parts, each object once, also when the batch comes twice', async () => {
    const pods = Array.from({ length: 900 }, (_, no) => podRecord(`pod-${no}`, stage.nowMs));
    const batch = stage.agent.next(stage.nowMs, { inventory: [upserts(...pods)] });
    await sql`insert into trouble values ('full')`.execute(stage.db);
    await expect(stage.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    await sql`delete from trouble`.execute(stage.db);
    const ahead = await stage.podNames();
    expect(ahead.length).toBeGreaterThan(0);
    expect(ahead.length).toBeLessThan(900);
    // Another process finds what went ahead, and takes it for what it is.
    await stage.stack.restart();
    await stage.accept(batch);
    expect(await stage.podNames()).toHaveLength(900);
    expect(await stage.changes()).toHaveLength(900);
    const all = await stage.db
      .selectFrom('object')
      .select('objectId')
      .where('hostId', '=', stage.hostId)
      .execute();
    expect(all).toHaveLength(2700);
  });

  it('lets an object go that the database refuses, and stores all others', async () => {
    const other = await stage.another();
    const acks = await Promise.all([
      stage.accept(
        stage.agent.next(stage.nowMs, {
          inventory: [upserts(podRecord('poison', stage.nowMs), podRecord('web', stage.nowMs))],
        }),
      ),
      stage.accept(other.next(stage.nowMs, { inventory: [upserts(podRecord('api', stage.nowMs))] })),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1]);
    expect([await stage.podNames(), await stage.podNames(other.hostId)]).toEqual([['web'], ['api']]);
  });

  it('lets an event go that the database refuses, and stores all others and what else its batch says', async () => {
    const other = new Sender(stage.hostId, 'other');
    const flood = Array.from({ length: 20 }, (_, no) =>
      eventRecord(no === 13 ? 'poison' : `e${no}`, stage.nowMs),
    );
    const acks = await Promise.all([
      stage.accept(stage.agent.next(stage.nowMs, { events: [eventRecord('first', stage.nowMs)] })),
      stage.accept(
        other.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))], events: flood }),
      ),
      stage.accept(
        new Sender(stage.hostId, 'third').next(stage.nowMs, { events: [eventRecord('third', stage.nowMs)] }),
      ),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1, 1]);
    expect(await stage.podNames()).toEqual(['web']);
    const uids = (await stage.events()).map(({ uid }) => uid);
    expect(uids).toHaveLength(21);
    expect(new Set(uids)).toEqual(
      new Set(['first', 'third', ...flood.map(({ uid }) => uid)].filter((uid) => uid !== 'poison')),
    );
  });

  it('drops samples that are no measurements, says so, and stores all others', async () => {
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
    );
    const bad = new Sender(stage.hostId, 'bad', 'node');
    const acks = await Promise.all([
      stage.accept(
        stage.agent.next(stage.nowMs, {
          samples: [rows('pod', stage.nowMs, ['uid-web'], { cpuUsedCores: [1] })],
        }),
      ),
      stage.accept(
        bad.next(stage.nowMs, {
          samples: [rows('pod', stage.nowMs - 1000, ['uid-web'], { cpuUsedCores: [1e300] })],
        }),
      ),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([2, 1]);
    const { series } = await stage.stack.metrics.series({
      scope: 'pod',
      ids: [await stage.podId('web')],
      metrics: ['cpuUsedCores'],
      fromMs: stage.nowMs - 60_000,
      toMs: stage.nowMs + 1000,
      maxPoints: 1000,
    });
    expect(series[0]?.avg.filter((value) => value !== null)).toEqual([1]);
    expect(await stage.flags()).toMatchObject([{ reason: 'invalidBatch', cnt: 1 }]);
  });

  it('stores the sums of a cluster also where sizes beyond all measure leave one of them unknown', async () => {
    const claims = [claimRecord('a', stage.nowMs), claimRecord('b', stage.nowMs)];
    const volumes = claims.map(({ name }) => volumeRecord(name, stage.nowMs, Number.MAX_VALUE));
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(...claims, ...volumes)] }));
    for (const atMs of [stage.nowMs - 30_000, stage.nowMs])
      await stage.accept(
        stage.agent.next(stage.nowMs, { samples: [rows('claim', atMs, ['default/a'], { usedBytes: [1] })] }),
      );
    const { series } = await stage.stack.metrics.series({
      scope: 'cluster',
      ids: [stage.hostId],
      metrics: ['pvCapacityBytes', 'pvUnboundCnt'],
      fromMs: stage.nowMs - 60_000,
      toMs: stage.nowMs,
      maxPoints: 10,
    });
    const valuesOf = (name: string) =>
      series.find(({ metric }) => metric === name)?.avg.filter((value) => value !== null) ?? [];
    expect([valuesOf('pvUnboundCnt'), valuesOf('pvCapacityBytes')]).toEqual([[2], []]);
  });

  it('refuses the batches of a cluster that was deleted, and those of no other', async () => {
    const other = await stage.another();
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
    );
    await stage.db.deleteFrom('cluster').where('hostId', '=', stage.hostId).execute();
    const results = await Promise.allSettled([
      stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('api', stage.nowMs))] })),
      stage.accept(other.next(stage.nowMs, { inventory: [upserts(podRecord('api', stage.nowMs))] })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(stage.stack.live.hasCluster(stage.hostId)).toBe(false);
    await expect(stage.accept(stage.agent.next(stage.nowMs))).rejects.toMatchObject({
      detail: { reason: 'unknownToken' },
    });
  });

  it('sees within a refresh what another process did to a cluster, and to what is watched', async () => {
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
    );
    const { db } = stage;
    await db.updateTable('cluster').set({ name: 'renamed' }).where('hostId', '=', stage.hostId).execute();
    await db
      .updateTable('object')
      .set({ isMonitored: false })
      .where('hostId', '=', stage.hostId)
      .where('kind', '=', 'pod')
      .execute();
    await stage.stack.collector.refresh();
    const relabelled = podRecord('web', stage.nowMs, { labels: {} });
    await stage.accept(stage.agent.next(stage.nowMs, { inventory: [upserts(relabelled)] }));
    const query = { hostIds: new Set([stage.hostId]), pageNo: 1, pageCnt: 10, nowMs: stage.nowMs };
    expect(stage.stack.live.list('pod', query).list).toMatchObject([
      { clusterName: 'renamed', isMonitored: false },
    ]);
    await db.deleteFrom('cluster').where('hostId', '=', stage.hostId).execute();
    await stage.stack.collector.refresh();
    expect(stage.stack.live.hasCluster(stage.hostId)).toBe(false);
  });

  it('is busy for a cluster whose line is full, and not for the others', async () => {
    const queue = {
      inAll: { entries: 1000, weight: 100_000 },
      perCluster: { entries: 5, weight: 100_000 },
      turnWeight: 10,
    };
    await stage.reopen({ queue });
    await stage.stack.collector.refresh();
    const other = await stage.another();
    await stage.stack.collector.refresh();
    const flood = Array.from({ length: 50 }, (_, no) =>
      stage.accept(new Sender(stage.hostId, `a${no}`).next(stage.nowMs)),
    );
    const [small, ...results] = await Promise.allSettled([stage.accept(other.next(stage.nowMs)), ...flood]);
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
      await stage.reopenWithLimits(limits);
      await stage.accept(
        stage.agent.next(stage.nowMs, {
          inventory: [upserts(podRecord('a', stage.nowMs), podRecord('b', stage.nowMs))],
        }),
      );
      const beyond = stage.agent.next(stage.nowMs, {
        inventory: [upserts(podRecord('a', stage.nowMs, { labels: {} }), podRecord('c', stage.nowMs))],
        events: [eventRecord('e', stage.nowMs)],
      });
      await expect(stage.accept(beyond)).rejects.toMatchObject({
        errorName: 'tooLarge',
        detail: { reason },
      });
      expect(await stage.podNames()).toEqual(['a', 'b']);
      expect(await stage.events()).toEqual([]);
      const other = await stage.another();
      await stage.accept(other.next(stage.nowMs, { inventory: [upserts(podRecord('c', stage.nowMs))] }));
      expect(await stage.podNames(other.hostId)).toEqual(['c']);
    });

    it('end a stream of ever new pods, and keep no other cluster waiting', async () => {
      await stage.reopenWithLimits({ newObjectsPerHour: 3000 });
      const other = await stage.another();
      const batchOf = (no: number) =>
        stage.agent.next(stage.nowMs, {
          inventory: [
            upserts(...Array.from({ length: 300 }, (_, pod) => podRecord(`pod-${no}-${pod}`, stage.nowMs))),
            // A hostile agent says each time that the last ones are gone.
            {
              ...upserts(),
              deletes: Array.from({ length: 300 }, (_, pod) => ({
                kind: 'pod' as const,
                uid: `uid-pod-${no - 1}-${pod}`,
                deletedAt: new Date(stage.nowMs).toISOString(),
              })),
            },
          ],
        });
      const flood = Array.from({ length: 8 }, (_, no) => stage.accept(batchOf(no)));
      const others = Array.from({ length: 8 }, (_, no) => podRecord(`own-${no}`, stage.nowMs));
      const [answers] = await Promise.all([
        Promise.allSettled(flood),
        stage.accept(other.next(stage.nowMs, { inventory: [upserts(...others)] })),
      ]);
      const refused = answers.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(5);
      for (const answer of refused)
        expect(answer).toMatchObject({
          reason: { errorName: 'tooLarge', detail: { reason: 'seriesLimit' } },
        });
      expect(await stage.podNames()).toHaveLength(900);
      expect(await stage.podNames(other.hostId)).toHaveLength(8);
      stage.later(3_600_000);
      expect(await stage.accept(batchOf(100))).toMatchObject({ isResyncNeeded: true });
    });

    it('drop the events of a flood, and say so', async () => {
      await stage.reopenWithLimits({ eventsPerHour: 3 });
      const flood = Array.from({ length: 10 }, (_, no) => eventRecord(`e${no}`, stage.nowMs));
      await stage.accept(stage.agent.next(stage.nowMs, { events: flood }));
      expect(await stage.events()).toHaveLength(3);
      const flags = await stage.db
        .selectFrom('refusal')
        .selectAll()
        .where('hostId', '=', stage.hostId)
        .execute();
      expect(flags).toMatchObject([{ reason: 'eventLimit', cnt: 7 }]);
      stage.stack.clock.advance(3_600_000);
      await stage.accept(
        stage.agent.next(stage.stack.clock.now().getTime(), { events: [eventRecord('new', stage.nowMs)] }),
      );
      expect(await stage.events()).toHaveLength(4);
    });

    it('fold the changes of a flapping pod into one, and show it as it is meanwhile', async () => {
      await stage.reopenWithLimits({ changesPerHour: 4 });
      const flap = (no: number) =>
        stage.accept(
          stage.agent.next(stage.nowMs, {
            inventory: [upserts(podRecord('web', stage.nowMs, { phase: no % 2 ? 'Failed' : 'Running' }))],
          }),
        );
      for (let no = 0; no < 50; no++) await flap(no);
      expect(await stage.changes()).toHaveLength(4);
      const id = await stage.podId('web');
      expect(stage.stack.live.row('pod', id, stage.nowMs)).toMatchObject({ phase: 'Failed' });
      expect((await stage.objects()).find(({ objectId }) => objectId === id)?.record).toMatchObject({
        phase: 'Failed',
      });
      expect(await stage.flags()).toMatchObject([{ reason: 'changeLimit', cnt: 46 }]);
      await stage.stack.collector.tick();
      expect(await stage.changes()).toHaveLength(4);

      stage.later(3_600_000);
      await stage.stack.collector.tick();
      const changes = await stage.changes();
      expect(changes).toHaveLength(5);
      expect(changes.at(-1)?.state).toMatchObject({ phase: 'Failed' });
      await flap(0);
      expect((await stage.changes()).at(-1)?.state).toMatchObject({ phase: 'Running' });
    });

    it('tell of a deletion that had to wait as one', async () => {
      await stage.reopenWithLimits({ changesPerHour: 1 });
      await stage.accept(
        stage.agent.next(stage.nowMs, { inventory: [upserts(podRecord('web', stage.nowMs))] }),
      );
      for (const part of [
        upserts(podRecord('web', stage.nowMs, { phase: 'Failed' })),
        deletes('pod', 'uid-web', stage.nowMs),
      ])
        await stage.accept(stage.agent.next(stage.nowMs, { inventory: [part] }));
      stage.later(3_600_000);
      await stage.stack.collector.tick();
      const told = (await stage.changes()).map(({ changes }) =>
        z.array(z.object({ what: z.string() })).parse(changes),
      );
      expect(told.map((changes) => changes.map(({ what }) => what))).toEqual([
        ['created'],
        ['deleted', 'phase', 'status'],
      ]);
    });

    it('count events once however often their batch had to be sent', async () => {
      await stage.reopenWithLimits({ eventsPerHour: 3 });
      const batch = stage.agent.next(stage.nowMs, {
        events: [eventRecord('a', stage.nowMs), eventRecord('b', stage.nowMs)],
      });
      await sql`insert into trouble values ('full')`.execute(stage.db);
      for (let attempt = 0; attempt < 3; attempt++)
        await expect(stage.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
      await sql`delete from trouble`.execute(stage.db);
      await stage.accept(batch);
      expect(await stage.events()).toHaveLength(2);
    });
  });

  describe('events', () => {
    it('count up and never down, and rise in level', async () => {
      const startMs = stage.nowMs;
      const mount = (count: number, lastMs: number) =>
        eventRecord('mount', startMs, {
          reason: 'FailedMount',
          count,
          lastAt: new Date(lastMs).toISOString(),
        });
      await stage.accept(stage.agent.next(startMs, { events: [mount(1, startMs)] }));
      expect(await stage.events()).toMatchObject([{ count: 1, level: 'warning' }]);
      stage.stack.clock.advance(60_000);
      const later = stage.stack.clock.now().getTime();
      await stage.accept(stage.agent.next(later, { events: [mount(5, later), mount(3, startMs)] }));
      await stage.accept(stage.agent.next(later, { events: [mount(1, startMs)] }));
      const [event] = await stage.events();
      expect(event).toMatchObject({ count: 5, level: 'critical' });
      expect([event?.firstAt.getTime(), event?.lastAt.getTime()]).toEqual([startMs, later]);
    });

    it('have the object they speak of, also one that comes later', async () => {
      await stage.accept(
        stage.agent.next(stage.nowMs, {
          events: [
            eventRecord('pod', stage.nowMs),
            eventRecord('node', stage.nowMs, {
              object: { kind: 'Node', namespace: null, name: 'node-1', uid: 'node-1', container: null },
            }),
            eventRecord('other', stage.nowMs, {
              object: { kind: 'Ingress', namespace: 'default', name: 'web', uid: 'uid-web', container: null },
            }),
          ],
        }),
      );
      expect((await stage.events()).map(({ objectId }) => objectId)).toEqual([null, null, null]);
      await stage.accept(
        stage.agent.next(stage.nowMs, {
          inventory: [upserts(podRecord('web', stage.nowMs), nodeRecord('node-1', stage.nowMs))],
        }),
      );
      const found = await stage.db
        .selectFrom('object')
        .selectAll()
        .where('hostId', '=', stage.hostId)
        .execute();
      const idOf = (kind: string) => found.find((row) => row.kind === kind)?.objectId;
      expect((await stage.events()).map(({ objectId }) => objectId)).toEqual([
        idOf('pod'),
        idOf('node'),
        null,
      ]);
      await stage.accept(stage.agent.next(stage.nowMs, { events: [eventRecord('again', stage.nowMs)] }));
      expect((await stage.events()).at(-1)?.objectId).toBe(idOf('pod'));
    });

    it('take hostile numbers and times as far as the database goes', async () => {
      const hostile = eventRecord('hostile', stage.nowMs, {
        count: Number.MAX_SAFE_INTEGER,
        firstAt: '0000-01-01T00:00:00Z',
        lastAt: '9999-12-31T23:59:59Z',
      });
      await stage.accept(stage.agent.next(stage.nowMs, { events: [hostile] }));
      const [event] = await stage.events();
      expect([event?.count, event?.firstAt.getTime(), event?.lastAt.getTime()]).toEqual([
        2_147_483_647,
        0,
        stage.nowMs,
      ]);
    });
  });
});
