import { AppError } from '@gwanje/contract/definition/errors';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { DecodedBatch } from '../receive/received-batch.ts';
import { reasonOf } from '../receive/refusal.ts';
import { fullBatch } from '../receive/testing/batches.ts';
import { decodeWire, mutation } from '../receive/testing/fuzz.ts';
import { eventRecord, rows, upserts } from '../testing/batches.ts';
import { describePipeline, type PipelineFixture } from '../testing/describe-pipeline.ts';

/** `npm run soak` sets a higher number. */
const MUTATIONS = Number(process.env.GWANJE_SOAK_MUTATIONS ?? '300');

const TABLES = [
  'object',
  'object_change',
  'object_manifest',
  'event',
  'node_history',
  'waiting_sample',
  'agent',
  'cluster_live',
  'refusal',
];

/** Row count and content hash of each table. */
async function fingerprint({ db }: PipelineFixture): Promise<unknown> {
  const parts = TABLES.map(
    (name) =>
      sql`select ${name} as name, count(*) as cnt, coalesce(sum(hashtext(t::text)), 0) as says from ${sql.table(name)} t`,
  );
  return (await sql`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}

/** A batch whose objects are copied under new uids. */
function withOtherUids(batch: DecodedBatch, listingNo: number, copies: number): DecodedBatch {
  const marks = Array.from({ length: copies }, (_, no) => `${listingNo}-${no}`);
  const inventory = (batch.inventory ?? []).map((part) => ({
    ...part,
    upserts: marks.flatMap((own) =>
      part.upserts.map((record) => ({ ...record, uid: `${own}-${record.uid}`.slice(0, 128) })),
    ),
  }));
  return { ...batch, inventory };
}

describePipeline('a refused batch', (fixture) => {
  it.each([
    ['objectLimit', { objects: 7 }],
    ['seriesLimit', { newObjectsPerHour: 7 }],
  ] as const)('leaves the stores unchanged: %s', async (reason, limits) => {
    await fixture.reopenWithLimits(limits);
    await fixture.store(fixture.pod('a'), fixture.pod('b'));
    const before = await fingerprint(fixture);
    const live = fixture.stack.live.list('pod', {
      hostIds: new Set([fixture.hostId]),
      pageNo: 1,
      pageCnt: 10,
      nowMs: fixture.nowMs,
    });
    const refused = fixture.next({
      inventory: [upserts(fixture.pod('a', { phase: 'Failed' }), fixture.pod('c'))],
      events: [eventRecord('e', fixture.nowMs)],
      samples: [rows('pod', fixture.nowMs, ['uid-a', 'uid-unknown'], { cpuUsedCores: [9, 9] })],
    });
    await expect(fixture.accept(refused)).rejects.toMatchObject({ detail: { reason } });
    await fixture.stack.pipeline.tick();
    expect(await fingerprint(fixture)).toEqual(before);
    expect(
      fixture.stack.live.list('pod', {
        hostIds: new Set([fixture.hostId]),
        pageNo: 1,
        pageCnt: 10,
        nowMs: fixture.nowMs,
      }),
    ).toEqual(live);
    const id = await fixture.podId('a');
    const { ids } = await fixture.stack.metrics.latest({ scope: 'pod', sinceMs: fixture.nowMs - 60_000 });
    expect([...ids]).not.toContain(id);
  });

  it('leaves no part of a large listing when its cluster was deleted meanwhile', async () => {
    await fixture.send();
    await fixture.db.deleteFrom('cluster').where('hostId', '=', fixture.hostId).execute();
    const pods = Array.from({ length: 900 }, (_, no) => fixture.pod(`pod-${no}`));
    const listing = fixture.next({ inventory: [upserts(...pods)] });
    await expect(fixture.accept(listing)).rejects.toMatchObject({ detail: { reason: 'unknownToken' } });
    expect(await fixture.objects()).toEqual([]);
    expect(await fixture.changes()).toEqual([]);
  });

  it(
    `stores nothing of refused batches, for ${MUTATIONS} mutations`,
    async () => {
      await fixture.reopenWithLimits({ objects: 60, newObjectsPerHour: 1_000_000 });
      const batch = fullBatch();
      const counts = { accepted: 0, undecodable: 0, refused: 0 };
      let before = await fingerprint(fixture);
      for (let seed = 1; seed <= MUTATIONS; seed++) {
        let decoded: DecodedBatch;
        try {
          decoded = await decodeWire(mutation(seed, batch));
        } catch (error) {
          expect(reasonOf(error)).toBeDefined();
          counts.undecodable++;
          continue;
        }
        const sent = seed % 2 === 0 ? withOtherUids(decoded, seed, seed % 4 === 0 ? 20 : 1) : decoded;
        const received = fixture.next({ ...sent, seq: fixture.agent.seq + 1 });
        const { agent } = fixture.next().batch;
        expect(await fingerprint(fixture)).toEqual(before);
        try {
          await fixture.accept({ ...received, batch: { ...received.batch, agent } });
          before = await fingerprint(fixture);
          counts.accepted++;
        } catch (error) {
          if (!(error instanceof AppError) || reasonOf(error) === undefined)
            throw new Error(`mutation ${seed}: no refusal`, { cause: error });
          expect(await fingerprint(fixture)).toEqual(before);
          counts.refused++;
        }
      }
      expect(Math.min(counts.accepted, counts.undecodable, counts.refused)).toBeGreaterThan(0);
    },
    60_000 + MUTATIONS * 200,
  );
});
