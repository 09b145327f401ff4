import { expect, test } from 'vitest';
import { manualClock } from './clock.ts';
import { Timeline } from './timeline.ts';

test('acts run in order of their time, each with its due time as now', () => {
  const clock = manualClock(1000);
  const timeline = new Timeline(clock);
  const seen: [string, number][] = [];
  const note = (name: string) => () => seen.push([name, timeline.nowMs()]);
  timeline.after(500, note('late'));
  timeline.after(100, note('early'));
  timeline.after(100, note('early, planned second'));
  timeline.after(200, () => timeline.after(50, note('planned on the way')));
  clock.advance(10_000);
  expect(seen).toEqual([
    ['early', 1100],
    ['early, planned second', 1100],
    ['planned on the way', 1250],
    ['late', 1500],
  ]);
  expect(timeline.nowMs()).toBe(11_000);
});

test('a cancelled act does not run, and a repeated act ends when cancelled', () => {
  const clock = manualClock(0);
  const timeline = new Timeline(clock);
  let rounds = 0;
  const repeated = timeline.every(10, () => {
    rounds += 1;
    if (rounds === 3) repeated.cancel();
  });
  timeline.after(5, () => expect.fail('was cancelled')).cancel();
  clock.advance(1000);
  expect(rounds).toBe(3);
});
