import { describe, expect, it } from 'vitest';
import { runningMs, runningSinceMs } from './server-runs.ts';

const MINUTE_MS = 60_000;

/** A run from one minute to another. */
function run(fromMin: number, toMin: number) {
  return { startedMs: fromMin * MINUTE_MS, seenMs: toMin * MINUTE_MS };
}

describe('the runs of an installation', () => {
  it.each([
    ['one run', [run(0, 10)], 4, 6],
    ['runs one after another', [run(0, 5), run(7, 10)], 4, 4],
    ['replicas that run at the same time', [run(0, 10), run(2, 8), run(9, 12)], 4, 8],
    ['runs before the instant', [run(0, 2), run(1, 3)], 4, 0],
  ])('count %s', (_what, runs, sinceMin, expectedMin) => {
    expect(runningMs(runs, sinceMin * MINUTE_MS)).toBe(expectedMin * MINUTE_MS);
    expect(runningMs(runs.toReversed(), sinceMin * MINUTE_MS)).toBe(expectedMin * MINUTE_MS);
  });

  it.each([
    ['no replica ran before', [], 20],
    ['the last replica has stopped', [run(0, 10)], 20],
    ['a replica runs since another time', [run(5, 20)], 5],
    ['replicas replaced each other one by one', [run(0, 6), run(5, 12), run(11.9, 20)], 0],
    ['all replicas were stopped once', [run(0, 6), run(8, 12), run(11.9, 20)], 8],
  ])('began without a break when %s', (_what, runs, expectedMin) => {
    expect(runningSinceMs(runs, 20 * MINUTE_MS)).toBe(expectedMin * MINUTE_MS);
  });
});
