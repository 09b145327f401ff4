import { changeRows } from '@gwanje/testkit/testing/rows';
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
    const refuse = async (table: string, when: string, condition: string, code: string) => {
      await sql`
        create function ${sql.raw(`refuse_${table}`)}() returns trigger language plpgsql as $$ begin
          if ${sql.raw(condition)} then raise exception 'refused' using errcode = ${sql.lit(code)}; end if;
          return new;
        end $$`.execute(fixture.db);
      await sql`create trigger refused before ${sql.raw(when)} on ${sql.table(table)} for each row
        execute function ${sql.raw(`refuse_${table}`)}()`.execute(fixture.db);
    };
    await sql`create table trouble (what text primary key)`.execute(fixture.db);
    await refuse('agent', 'insert or update', 'exists (select 1 from trouble)', '53100');
    await refuse('object', 'insert or update', "new.name = 'poison'", '22000');
    await refuse('event', 'insert', "new.uid = 'poison'", '22000');
  });

  /** The disk is full while the batch arrives. */
  async function sendToFullDisk(batch: ReturnType<Sender['next']>): Promise<void> {
    await sql`insert into trouble values ('full')`.execute(fixture.db);
    await expect(fixture.accept(batch)).rejects.toMatchObject({ errorName: 'busy' });
    await sql`delete from trouble`.execute(fixture.db);
  }
  const podsOf = (sender: Sender, ...names: string[]) =>
    sender.next(fixture.nowMs, { inventory: [upserts(...names.map((name) => fixture.pod(name)))] });

  it('writes pending changes once after a failure', async () => {
    const batch = fixture.next({
      inventory: [upserts(fixture.pod('web'), fixture.node('node-1'))],
    });
    await sendToFullDisk(batch);
    expect(await fixture.podNames()).toEqual([]);
    expect(await fixture.accept(batch)).toMatchObject({ seq: 1 });
    expect(await fixture.podNames()).toEqual(['web']);
    expect(await fixture.changes()).toHaveLength(2);
    expect(await fixture.spans()).toHaveLength(1);
  });

  it('stores samples that waited for a pod, although the batch with the pod was not stored at first', async () => {
    await fixture.send({ samples: [rows('pod', fixture.nowMs, ['uid-web'], { cpuUsedCores: [1] })] });
    const batch = podsOf(fixture.agent, 'web');
    await sendToFullDisk(batch);
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(1);
    await fixture.accept(batch);
    expect(fixture.stack.pipeline.stats.waitingRows).toBe(0);
  });

  it('writes changes once when the connection broke after the commit', async () => {
    const lossy = losingAnswers(fixture.db);
    await fixture.reopen({ db: lossy.db });
    const batch = fixture.next({
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
    const batch = fixture.next({
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
    const batch = podsOf(fixture.agent, ...Array.from({ length: 900 }, (_, no) => `pod-${no}`));
    await sendToFullDisk(batch);
    const ahead = await fixture.podNames();
    expect(ahead.length).toBeGreaterThan(0);
    expect(ahead.length).toBeLessThan(900);
    // A new process finds the objects that were written ahead and does not write them twice.
    await fixture.stack.restart();
    await fixture.accept(batch);
    expect(await fixture.podNames()).toHaveLength(900);
    expect(await fixture.changes()).toHaveLength(900);
    expect(await fixture.objects()).toHaveLength(2700);
  });

  it('drops an object that the database refuses and stores all others', async () => {
    const other = await fixture.another();
    const acks = await Promise.all([
      fixture.store(fixture.pod('poison'), fixture.pod('web')),
      fixture.accept(podsOf(other, 'api')),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1]);
    expect([await fixture.podNames(), await fixture.podNames(other.hostId)]).toEqual([['web'], ['api']]);
  });

  it('drops an event that the database refuses and stores the rest of its batch', async () => {
    const [other, third] = [new Sender(fixture.hostId, 'other'), new Sender(fixture.hostId, 'third')];
    const event = (uid: string) => eventRecord(uid, fixture.nowMs);
    const flood = Array.from({ length: 20 }, (_, no) => event(no === 13 ? 'poison' : `e${no}`));
    const acks = await Promise.all([
      fixture.send({ events: [event('first')] }),
      fixture.accept(other.next(fixture.nowMs, { inventory: [upserts(fixture.pod('web'))], events: flood })),
      fixture.accept(third.next(fixture.nowMs, { events: [event('third')] })),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([1, 1, 1]);
    expect(await fixture.podNames()).toEqual(['web']);
    const uids = (await fixture.events()).map(({ uid }) => uid);
    const sent = ['first', 'third', ...flood.map(({ uid }) => uid)];
    expect(uids.sort()).toEqual(sent.filter((uid) => uid !== 'poison').sort());
  });

  it('drops invalid samples, reports them and stores all others', async () => {
    await fixture.store(fixture.pod('web'));
    const bad = new Sender(fixture.hostId, 'bad', 'node');
    const sample = (atMs: number, cores: number) => ({
      samples: [rows('pod', atMs, ['uid-web'], { cpuUsedCores: [cores] })],
    });
    const acks = await Promise.all([
      fixture.send(sample(fixture.nowMs, 1)),
      fixture.accept(bad.next(fixture.nowMs, sample(fixture.nowMs - 1000, 1e300))),
    ]);
    expect(acks.map(({ seq }) => seq)).toEqual([2, 1]);
    const ids = [await fixture.podId('web')];
    const range = { fromMs: fixture.nowMs - 60_000, toMs: fixture.nowMs + 1000, maxPoints: 1000 };
    const query = { scope: 'pod', ids, metrics: ['cpuUsedCores'], ...range } as const;
    const { series } = await fixture.stack.metrics.series(query);
    expect(series[0]?.avg.filter((value) => value !== null)).toEqual([1]);
    expect(await fixture.flags()).toMatchObject([{ reason: 'invalidBatch', cnt: 1 }]);
  });

  it('stores the other sums of a cluster when absurd sizes make one sum unknown', async () => {
    const claims = [claimRecord('a', fixture.nowMs), claimRecord('b', fixture.nowMs)];
    const volumes = claims.map(({ name }) => volumeRecord(name, fixture.nowMs, Number.MAX_VALUE));
    await fixture.store(...claims, ...volumes);
    for (const atMs of [fixture.nowMs - 30_000, fixture.nowMs])
      await fixture.send({ samples: [rows('claim', atMs, ['default/a'], { usedBytes: [1] })] });
    const range = { fromMs: fixture.nowMs - 60_000, toMs: fixture.nowMs, maxPoints: 10 };
    const metrics = ['pvCapacityBytes', 'pvUnboundCnt'] as const;
    const query = { scope: 'cluster', ids: [fixture.hostId], metrics, ...range } as const;
    const { series } = await fixture.stack.metrics.series(query);
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
      fixture.accept(podsOf(other, 'api')),
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
    await fixture.store(fixture.pod('web', { labels: {} }));
    const query = { hostIds: new Set([fixture.hostId]), pageNo: 1, pageCnt: 10, nowMs: fixture.nowMs };
    const seen = [{ clusterName: 'renamed', isMonitored: false }];
    expect(fixture.stack.live.list('pod', query).list).toMatchObject(seen);
    await db.deleteFrom('cluster').where('hostId', '=', fixture.hostId).execute();
    await fixture.stack.pipeline.refresh();
    expect(fixture.stack.live.hasCluster(fixture.hostId)).toBe(false);
  });

  it('answers busy to a cluster with a full queue and not to the others', async () => {
    const perCluster = { entries: 5, weight: 100_000 };
    const queue = { inAll: { entries: 1000, weight: 100_000 }, perCluster, turnWeight: 10 };
    await fixture.reopen({ queue });
    await fixture.stack.pipeline.refresh();
    const other = await fixture.another();
    await fixture.stack.pipeline.refresh();
    const flood = Array.from({ length: 50 }, (_, no) =>
      fixture.accept(new Sender(fixture.hostId, `a${no}`).next(fixture.nowMs)),
    );
    const small = fixture.accept(other.next(fixture.nowMs));
    const results = await Promise.allSettled(flood);
    expect(await small).toMatchObject({ seq: 1 });
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
      const beyond = fixture.next({
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
      await fixture.accept(podsOf(other, 'c'));
      expect(await fixture.podNames(other.hostId)).toEqual(['c']);
    });

    it('refuse an endless stream of new pods without delaying other clusters', async () => {
      await fixture.reopenWithLimits({ newObjectsPerHour: 3000 });
      const other = await fixture.another();
      const batchOf = (no: number) => {
        const range = Array.from({ length: 300 }, (_, pod) => pod);
        const pods = range.map((pod) => fixture.pod(`pod-${no}-${pod}`));
        // A hostile agent deletes the previous pods in each batch.
        const gone = range.map((pod) => deletes('pod', `uid-pod-${no - 1}-${pod}`, fixture.nowMs));
        return fixture.next({ inventory: [upserts(...pods), ...gone] });
      };
      const flood = Array.from({ length: 8 }, (_, no) => fixture.accept(batchOf(no)));
      const others = Array.from({ length: 8 }, (_, no) => `own-${no}`);
      const answers = Promise.allSettled(flood);
      await fixture.accept(podsOf(other, ...others));
      const refused = (await answers).filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(5);
      const reason = { errorName: 'tooLarge', detail: { reason: 'seriesLimit' } };
      for (const answer of refused) expect(answer).toMatchObject({ reason });
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
      expect(await fixture.flags()).toMatchObject([{ reason: 'eventLimit', cnt: 7 }]);
      fixture.later(3_600_000);
      await fixture.send({ events: [eventRecord('new', fixture.nowMs)] });
      expect(await fixture.events()).toHaveLength(4);
    });

    it('merge the changes of a flapping pod into one and show its current state', async () => {
      await fixture.reopenWithLimits({ changesPerHour: 4 });
      const flap = (no: number) =>
        fixture.store(fixture.pod('web', { phase: no % 2 ? 'Failed' : 'Running' }));
      for (let no = 0; no < 50; no++) await flap(no);
      expect(await fixture.changes()).toHaveLength(4);
      const id = await fixture.podId('web');
      expect(fixture.row('pod', id)).toMatchObject({ phase: 'Failed' });
      const object = (await fixture.objects()).find(({ objectId }) => objectId === id);
      expect(object?.record).toMatchObject({ phase: 'Failed' });
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
      await fixture.store(fixture.pod('web', { phase: 'Failed' }));
      await fixture.send({ inventory: [deletes('pod', 'uid-web', fixture.nowMs)] });
      fixture.later(3_600_000);
      await fixture.stack.pipeline.tick();
      const kinds = z.array(z.object({ what: z.string() }).transform(({ what }) => what));
      const written = (await fixture.changes()).map(({ changes }) => kinds.parse(changes).join(' '));
      expect(written).toEqual(['created', 'deleted phase status']);
    });

    it('count events once when their batch is resent', async () => {
      await fixture.reopenWithLimits({ eventsPerHour: 3 });
      const events = ['a', 'b'].map((uid) => eventRecord(uid, fixture.nowMs));
      const batch = fixture.next({ events });
      for (let attempt = 0; attempt < 3; attempt++) await sendToFullDisk(batch);
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
      await fixture.send({ events: [mount(1, startMs)] });
      expect(await fixture.events()).toMatchObject([{ count: 1, level: 'warning' }]);
      const later = fixture.later(60_000);
      await fixture.send({ events: [mount(5, later), mount(3, startMs)] });
      await fixture.send({ events: [mount(1, startMs)] });
      const [event] = await fixture.events();
      expect(event).toMatchObject({ count: 5, level: 'critical' });
      expect([event?.firstAt.getTime(), event?.lastAt.getTime()]).toEqual([startMs, later]);
    });

    it('are linked to their object, also when it arrives later', async () => {
      const node = { kind: 'Node', namespace: null, name: 'node-1', uid: 'node-1', container: null };
      const ingress = { kind: 'Ingress', namespace: 'default', name: 'web', uid: 'uid-web', container: null };
      await fixture.send({
        events: [
          eventRecord('pod', fixture.nowMs),
          eventRecord('node', fixture.nowMs, { object: node }),
          eventRecord('other', fixture.nowMs, { object: ingress }),
        ],
      });
      const objectIds = async () => (await fixture.events()).map(({ objectId }) => objectId);
      expect(await objectIds()).toEqual([null, null, null]);
      await fixture.store(fixture.pod('web'), fixture.node('node-1'));
      const found = await fixture.objects();
      const idOf = (kind: string) => found.find((row) => row.kind === kind)?.objectId;
      expect(await objectIds()).toEqual([idOf('pod'), idOf('node'), null]);
      await fixture.send({ events: [eventRecord('again', fixture.nowMs)] });
      expect((await objectIds()).at(-1)).toBe(idOf('pod'));
    });

    it('have hostile numbers and times limited to values that the database can store', async () => {
      const times = { firstAt: '0000-01-01T00:00:00Z', lastAt: '9999-12-31T23:59:59Z' };
      const hostile = { count: Number.MAX_SAFE_INTEGER, ...times };
      await fixture.send({ events: [eventRecord('hostile', fixture.nowMs, hostile)] });
      const [event] = await fixture.events();
      const stored = [event?.count, event?.firstAt.getTime(), event?.lastAt.getTime()];
      expect(stored).toEqual([2_147_483_647, 0, fixture.nowMs]);
    });
  });
});
