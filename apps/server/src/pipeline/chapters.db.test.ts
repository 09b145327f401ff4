import { expect, it } from 'vitest';
import { nodeRecord, rows, upserts } from './testing/batches.ts';
import { describeCollector } from './testing/describe-collector.ts';

const MINUTE = 60_000;

describeCollector('a batch that tells of many instants', (stage) => {
  it('leaves no gap in the history of a node: who tells of an hour in steps was not silent in it', async () => {
    const startMs = Math.ceil(stage.nowMs / (60 * MINUTE)) * 60 * MINUTE;
    stage.later(startMs - stage.nowMs);
    await stage.accept(
      stage.agent.next(stage.nowMs, { inventory: [upserts(nodeRecord('node-1', stage.nowMs))] }),
    );
    stage.later(60 * MINUTE);
    const steps = Array.from({ length: 12 }, (_, step) => startMs + (step + 1) * 5 * MINUTE);
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        samples: steps.map((tsMs) => rows('node', tsMs, ['node-1'], { cpuUsedCores: [1] })),
      }),
    );
    const spans = await stage.db
      .selectFrom('nodeHistory')
      .select(['fromAt', 'toAt'])
      .where('hostId', '=', stage.hostId)
      .orderBy('fromAt')
      .execute();
    expect(spans).toEqual([
      { fromAt: new Date(startMs), toAt: new Date(startMs + 60 * MINUTE) },
      { fromAt: new Date(startMs + 60 * MINUTE), toAt: null },
    ]);
  });
});
