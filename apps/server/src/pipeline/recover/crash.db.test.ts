import { join } from 'node:path';
import { openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { insertCluster } from '../testing/test-pipeline.ts';

const WRITER = join(import.meta.dirname, '../testing/ingest-until-killed.ts');
/** `npm run soak` sets a higher number. */
const KILLS = Number(process.env.GWANJE_SOAK_KILLS ?? 1);
const ACKS_A_ROUND = 12;
const AGENTS = 4;
/** A long limit, because a busy machine is slow. */
const START_WITHIN_MS = 120_000;
const START = Date.parse('2026-03-02T09:00:00Z');

describeWithDatabase('kill -9 of the pipeline', (database) => {
  it(
    `stores every acknowledged batch exactly once, after ${KILLS} kills`,
    async () => {
      await using stack = new AsyncDisposableStack();
      const dir = join(stack.use(temporaryFolder()).path, 'metrics');
      const { db, address } = database();
      const hostId = await insertCluster(db);
      const acked = new Array<number>(AGENTS).fill(0);

      for (let kill = 1; kill <= KILLS; kill++) {
        const args = [JSON.stringify(address), dir, `${hostId}`, `${START}`, JSON.stringify(acked)];
        const writer = new TestProcess(WRITER, { args });
        stack.defer(async () => void (await writer.kill()));
        const acks = () => writer.lines.filter((line) => line.startsWith('ack '));
        await writer.waitForLine(() => acks().length >= ACKS_A_ROUND + kill, START_WITHIN_MS);
        await writer.kill();
        for (const line of acks()) {
          const [, agentNo = 0, seq = 0] = line.split(' ').map(Number);
          acked[agentNo] = Math.max(acked[agentNo] ?? 0, seq);
        }

        const stored = await rowsOf(db, 'agent', { hostId }, ['agentId', 'lastSeq']);
        const objects = await rowsOf(db, 'object', { hostId }, ['objectId', 'kind', 'name']);
        const changes = await rowsOf(db, 'objectChange', { hostId }, ['objectId']);
        const pods = objects.filter(({ kind }) => kind === 'pod');
        const named = new Map(pods.map(({ name, objectId }) => [name, objectId]));
        expect(named.size).toBe(pods.length);
        for (const [agentNo, seq] of acked.entries()) {
          const lastSeq = stored.find(({ agentId }) => agentId === `agent-${agentNo}`)?.lastSeq ?? 0;
          expect(lastSeq).toBeGreaterThanOrEqual(seq);
          // Every batch up to `lastSeq` is stored, and none after it.
          const own = pods.filter(({ name }) => name.startsWith(`pod-${agentNo}-`));
          expect(own).toHaveLength(lastSeq);
        }
        expect(objects.length - pods.length).toBe(2 * pods.length);
        expect(changes.map(({ objectId }) => objectId).sort()).toEqual(
          pods.map(({ objectId }) => objectId).sort(),
        );

        const metrics = await openEmbeddedStore({ dir, now: () => START + 3_600_000, minFreeBytes: 0 });
        const { series } = await metrics.series({
          scope: 'pod',
          ids: pods.map(({ objectId }) => objectId),
          metrics: ['procCnt'],
          fromMs: START,
          toMs: START + 3_600_000,
          maxPoints: 100_000,
        });
        await metrics.close();
        const values = new Map(series.map(({ id, avg }) => [id, avg.filter((value) => value !== null)]));
        for (const [name, id] of named)
          expect([name, values.get(id)]).toEqual([name, [Number(name.split('-')[2])]]);
      }
    },
    KILLS * START_WITHIN_MS,
  );
});
