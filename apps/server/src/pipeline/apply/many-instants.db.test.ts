import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { rows } from '../testing/batches.ts';
import { describePipeline } from '../testing/describe-pipeline.ts';

const MINUTE = 60_000;

describePipeline('a batch with many instants', (fixture) => {
  it('leaves no gap in the history of a node', async () => {
    const startMs = Math.ceil(fixture.nowMs / (60 * MINUTE)) * 60 * MINUTE;
    fixture.later(startMs - fixture.nowMs);
    await fixture.store(fixture.node('node-1'));
    fixture.later(60 * MINUTE);
    const steps = Array.from({ length: 12 }, (_, step) => startMs + (step + 1) * 5 * MINUTE);
    await fixture.send({
      samples: steps.map((tsMs) => rows('node', tsMs, ['node-1'], { cpuUsedCores: [1] })),
    });
    const spans = await rowsOf(
      fixture.db,
      'nodeHistory',
      { hostId: fixture.hostId },
      ['fromAt', 'toAt'],
      ['fromAt'],
    );
    expect(spans).toEqual([
      { fromAt: new Date(startMs), toAt: new Date(startMs + 60 * MINUTE) },
      { fromAt: new Date(startMs + 60 * MINUTE), toAt: null },
    ]);
  });
});
