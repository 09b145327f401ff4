import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deletes,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from '../../../pipeline/testing/batches.ts';
import {
  insertCluster,
  openTestMetrics,
  openTestPipeline,
  type TestMetrics,
  type TestPipeline,
} from '../../../pipeline/testing/test-pipeline.ts';
import { crashLooping } from '../../testing/records.ts';
import { openTestEngine } from '../../testing/test-engine.ts';

const MINUTE_MS = 60_000;
const PODS = ['a', 'b'] as const;
/** `npm run soak -- alarm-property` sets a larger number. */
const RUNS = Number(process.env.GWANJE_SOAK_RUNS ?? 4);

let database: TestDatabase;
let metrics: TestMetrics;
let collected: TestPipeline;

beforeAll(async () => {
  database = await openTestDatabase();
  metrics = await openTestMetrics();
  collected = await openTestPipeline(database.db, metrics);
});
afterAll(async () => {
  await metrics[Symbol.asyncDispose]();
  await database.close();
});

type Step =
  | { readonly do: 'node'; readonly isReady: boolean; readonly cores: number }
  | { readonly do: 'pod'; readonly name: (typeof PODS)[number]; readonly isHealthy: boolean }
  | { readonly do: 'delete'; readonly name: (typeof PODS)[number] }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'restart' }
  | { readonly do: 'close' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('node'), isReady: fc.boolean(), cores: fc.constantFrom(1, 7.5) }),
  fc.record({ do: fc.constant('pod'), name: fc.constantFrom(...PODS), isHealthy: fc.boolean() }),
  fc.record({ do: fc.constant('delete'), name: fc.constantFrom(...PODS) }),
  fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 2, 6, 20) }),
  fc.record({ do: fc.constant('restart') }),
  fc.record({ do: fc.constant('close') }),
);

it('has at most one open alarm for an object and item, and recovers none without data', async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { clock } = collected;
      const hostId = await insertCluster(db);
      await collected.pipeline.clusterChanged(hostId);
      const sender = new Sender(hostId);
      const open = () => openTestEngine({ db, live: collected.live, now: clock.now });
      let engine = await open();
      const nowMs = () => clock.now().getTime();
      const recoveredCnt = async () => {
        const { rows: found } = await sql<{ cnt: number }>`select count(*)::int as cnt from alarm_change
            join alarm using (alarm_id) where host_id = ${hostId} and change = 'recovered'`.execute(db);
        return found[0]?.cnt ?? 0;
      };
      const accept = (over: Parameters<Sender['next']>[1]) =>
        collected.pipeline.accept(sender.next(nowMs(), over));
      await accept({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
      for (const step of steps) {
        const before = await recoveredCnt();
        if (step.do === 'node') {
          const conditions = [readiness(step.isReady ? 'True' : 'False', nowMs())];
          await accept({
            inventory: [upserts(nodeRecord('node-1', nowMs(), { conditions }))],
            samples: [rows('node', nowMs(), ['node-1'], { cpuUsedCores: [step.cores] })],
          });
        } else if (step.do === 'pod') {
          const record = step.isHealthy ? podRecord(step.name, nowMs()) : crashLooping(step.name, nowMs());
          await accept({ inventory: [upserts(record)] });
        } else if (step.do === 'delete')
          await accept({ inventory: [deletes('pod', `uid-${step.name}`, nowMs())] });
        else if (step.do === 'wait') clock.advance(step.minutes * MINUTE_MS);
        else if (step.do === 'restart') {
          await engine.close();
          await collected.restart();
          engine = await open();
        } else {
          const closed = await db
            .updateTable('alarm')
            .set({ confirmLevel: 4, closedAt: clock.now() })
            .where('hostId', '=', hostId)
            .where('confirmLevel', 'in', [1, 2, 3])
            .returning('alarmId')
            .execute();
          await engine.alarmsChanged(closed.map(({ alarmId }) => alarmId));
        }
        await engine.evaluate(hostId);
        const isDataMissing = step.do === 'wait' && step.minutes >= 6;
        if (isDataMissing) expect(await recoveredCnt()).toBe(before);
        const { rows: duplicates } = await sql`select object_key, item_key from alarm
            where host_id = ${hostId} and confirm_level in (1, 2, 3)
            group by object_key, item_key having count(*) > 1`.execute(db);
        expect(duplicates).toEqual([]);
      }
      // A deleted object has no open alarm.
      const { rows: ofDeletedObjects } = await sql`select 1 from alarm join object using (object_id)
          where alarm.host_id = ${hostId} and confirm_level in (1, 2, 3) and object.deleted_at is not null`.execute(
        db,
      );
      expect(ofDeletedObjects).toEqual([]);
      await engine.close();
      await db.deleteFrom('cluster').where('hostId', '=', hostId).execute();
      await collected.pipeline.clusterChanged(hostId);
    }),
    { numRuns: RUNS },
  );
});
