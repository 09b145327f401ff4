import { expect, test } from 'vitest';
import { manualClock } from '../core/clock.ts';
import { Timeline } from '../core/timeline.ts';
import { FLAVOURS } from '../flavours/registry.ts';
import { Cluster } from './cluster.ts';

/** The ids of objects that are created at these seconds. */
function idsAt(seconds: readonly number[]): number[] {
  const clock = manualClock(0);
  const timeline = new Timeline(clock);
  const flavour = FLAVOURS.onprem;
  const spec = { name: 'one', flavour, pods: 1, seed: 1, historyLimit: 10, hasUnreadFields: false };
  const cluster = new Cluster(spec, timeline);
  return seconds.map((sec) => {
    clock.advance(sec * 1000 - timeline.nowMs());
    return cluster.nextId();
  });
}

test('a past that is repeated without an object of a user gives the other objects the same ids', () => {
  const [before, ofUser, after] = idsAt([10, 60, 120]);
  expect(idsAt([10, 120])).toEqual([before, after]);
  expect(new Set([before, ofUser, after]).size).toBe(3);
});
