import { AppError } from '@gwanje/contract/errors';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { DecodedBatch } from './receive/arrival.ts';
import { reasonOf } from './receive/refuse.ts';
import { fullBatch } from './receive/testing/batches.ts';
import { decodeWire, mutation } from './receive/testing/fuzz.ts';
import { eventRecord, podRecord, rows, upserts } from './testing/batches.ts';
import { describeCollector, type Stage } from './testing/describe-collector.ts';

/** `npm run soak` asks for more. */
const MUTATIONS = Number(process.env.GWANJE_SOAK_MUTATIONS ?? '300');

const TABLES = [
  'object',
  'object_change',
  'event',
  'node_history',
  'waiting_sample',
  'agent',
  'cluster_live',
  'refusal',
];

/** Of each table the number of its rows, and what they say. */
async function fingerprint({ db }: Stage): Promise<unknown> {
  const parts = TABLES.map(
    (name) =>
      sql`select ${name} as name, count(*) as cnt, coalesce(sum(hashtext(t::text)), 0) as says from ${sql.table(name)} t`,
  );
  return (await sql`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}

/** Objects that nobody has told of, so many for each that the batch has. */
function withOtherUids(batch: DecodedBatch, mark: number, copies: number): DecodedBatch {
  const marks = Array.from({ length: copies }, (_, no) => `${mark}-${no}`);
  const inventory = (batch.inventory ?? []).map((part) => ({
    ...part,
    upserts: marks.flatMap((own) =>
      part.upserts.map((record) => ({ ...record, uid: `${own}-${record.uid}`.slice(0, 128) })),
    ),
  }));
  return { ...batch, inventory };
}

describeCollector('a batch that is refused', (stage) => {
  it.each([
    ['objectLimit', { objects: 7 }],
    ['seriesLimit', { newObjectsPerHour: 7 }],
  ] as const)('leaves the stores as they were: %s', async (reason, limits) => {
    await stage.reopenWithLimits(limits);
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        inventory: [upserts(podRecord('a', stage.nowMs), podRecord('b', stage.nowMs))],
      }),
    );
    const before = await fingerprint(stage);
    const live = stage.stack.live.list('pod', {
      hostIds: new Set([stage.hostId]),
      pageNo: 1,
      pageCnt: 10,
      nowMs: stage.nowMs,
    });
    const refused = stage.agent.next(stage.nowMs, {
      inventory: [upserts(podRecord('a', stage.nowMs, { phase: 'Failed' }), podRecord('c', stage.nowMs))],
      events: [eventRecord('e', stage.nowMs)],
      samples: [rows('pod', stage.nowMs, ['uid-a', 'uid-unknown'], { cpuUsedCores: [9, 9] })],
    });
    await expect(stage.accept(refused)).rejects.toMatchObject({ detail: { reason } });
    await stage.stack.collector.tick();
    expect(await fingerprint(stage)).toEqual(before);
    expect(
      stage.stack.live.list('pod', {
        hostIds: new Set([stage.hostId]),
        pageNo: 1,
        pageCnt: 10,
        nowMs: stage.nowMs,
      }),
    ).toEqual(live);
    const id = await stage.podId('a');
    const { ids } = await stage.stack.metrics.latest({ scope: 'pod', sinceMs: stage.nowMs - 60_000 });
    expect([...ids]).not.toContain(id);
  });

  it('leaves no large listing behind either, where its cluster was deleted meanwhile', async () => {
    await stage.accept(stage.agent.next(stage.nowMs));
    await stage.db.deleteFrom('cluster').where('hostId', '=', stage.hostId).execute();
    const pods = Array.from({ length: 900 }, (_, no) => podRecord(`pod-${no}`, stage.nowMs));
    const listing = stage.agent.next(stage.nowMs, { inventory: [upserts(...pods)] });
    await expect(stage.accept(listing)).rejects.toMatchObject({ detail: { reason: 'unknownToken' } });
    expect(await stage.objects()).toEqual([]);
    expect(await stage.changes()).toEqual([]);
  });

  it(
    `has stored nothing, of ${MUTATIONS} mutations`,
    async () => {
      await stage.reopenWithLimits({ objects: 60, newObjectsPerHour: 1_000_000 });
      const batch = fullBatch();
      const counts = { accepted: 0, undecodable: 0, refused: 0 };
      let before = await fingerprint(stage);
      for (let seed = 1; seed <= MUTATIONS; seed++) {
        let decoded: DecodedBatch;
        try {
          decoded = await decodeWire(mutation(seed, batch));
        } catch (error) {
          expect(reasonOf(error)).toBeDefined();
          counts.undecodable++;
          continue;
        }
        const said = seed % 2 === 0 ? withOtherUids(decoded, seed, seed % 4 === 0 ? 20 : 1) : decoded;
        const arrival = stage.agent.next(stage.nowMs, { ...said, seq: stage.agent.seq + 1 });
        const { agent } = stage.agent.next(stage.nowMs).batch;
        expect(await fingerprint(stage)).toEqual(before);
        try {
          await stage.accept({ ...arrival, batch: { ...arrival.batch, agent } });
          before = await fingerprint(stage);
          counts.accepted++;
        } catch (error) {
          if (!(error instanceof AppError) || reasonOf(error) === undefined)
            throw new Error(`mutation ${seed}: no refusal`, { cause: error });
          expect(await fingerprint(stage)).toEqual(before);
          counts.refused++;
        }
      }
      expect(Math.min(counts.accepted, counts.undecodable, counts.refused)).toBeGreaterThan(0);
    },
    60_000 + MUTATIONS * 200,
  );
});
