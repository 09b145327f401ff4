import { describe, expect, it } from 'vitest';
import { figuresOf, ItemBacktest } from './backtest.ts';
import { nodeCpuUsage } from './items/node/cpu-usage.ts';

const STEP_S = 15;

/** Minutes beyond the threshold, with as many at ease after each. */
function runBacktest(minutesBeyond: readonly number[], holdS: number, apartMin = 10) {
  const backtest = new ItemBacktest(nodeCpuUsage, { ...nodeCpuUsage.standard, holdS });
  let nowMs = 1_800_000_000_000;
  for (const minutes of minutesBeyond) {
    for (let at = 0; at < minutes * 60; at += STEP_S, nowMs += STEP_S * 1000) backtest.observe(90, nowMs);
    for (let at = 0; at < apartMin * 60; at += STEP_S, nowMs += STEP_S * 1000) backtest.observe(10, nowMs);
  }
  return backtest;
}

describe('a backtest', () => {
  it('counts what would have been raised, for how long, and how much of it was short', () => {
    const { episodes } = runBacktest([1, 2, 1, 30], 30);
    const figures = figuresOf(episodes, 30);
    expect(figures).toMatchObject({ firedCnt: 4, openCnt: 0, shortCnt: 3 });
    expect(figures.totalS).toBe(30 + 90 + 30 + 29.5 * 60);
    expect(figures.medianS).toBe(60);
  });

  it('suggests the shortest hold that keeps the short ones quiet and lets every longer one through', () => {
    const minutes = [...Array.from({ length: 9 }, () => 1), 2, 30];
    const { episodes } = runBacktest(minutes, 15);
    const { suggestedHoldS, suggestedFiredCnt } = figuresOf(episodes, 15);
    expect(suggestedHoldS).toBe(46);
    if (suggestedHoldS === null) return;
    expect(suggestedFiredCnt).toBe(2);
    expect(runBacktest(minutes, suggestedHoldS).episodes).toHaveLength(2);
    expect(runBacktest(minutes, suggestedHoldS - 1).episodes.length).toBeGreaterThan(2);
  });

  it('suggests nothing where a longer hold would hide what was no short trouble', () => {
    const backtest = new ItemBacktest(nodeCpuUsage, { ...nodeCpuUsage.standard, holdS: 0 });
    // Beyond for a moment only, but never far enough behind to have recovered for an hour.
    let nowMs = 1_800_000_000_000;
    const look = (value: number, afterS = STEP_S) => {
      nowMs += afterS * 1000;
      backtest.observe(value, nowMs);
    };
    look(90);
    for (let at = 0; at < 240; at++) look(82);
    look(10);
    look(90, 3600);
    look(90);
    look(10);
    expect(backtest.episodes).toHaveLength(2);
    expect(figuresOf(backtest.episodes, 0).suggestedHoldS).toBeNull();
  });

  it('does not take the end of an object for a recovery, nor silence', () => {
    const gone = runBacktest([5], 30, 0);
    gone.observe(Number.NaN, 1_800_000_400_000);
    gone.end(1_800_000_500_000);
    expect(figuresOf(gone.episodes, 30)).toMatchObject({ firedCnt: 1, openCnt: 0, shortCnt: 0, totalS: 0 });
    const silent = runBacktest([5], 30, 0);
    silent.observe(Number.NaN, 1_800_000_400_000);
    expect(figuresOf(silent.episodes, 30)).toMatchObject({ firedCnt: 1, openCnt: 1, shortCnt: 0 });
  });

  it('says when its hold ends', () => {
    const backtest = new ItemBacktest(nodeCpuUsage, { ...nodeCpuUsage.standard, holdS: 40 });
    expect(backtest.holdEndsMs).toBe(Number.POSITIVE_INFINITY);
    backtest.observe(99, 1000);
    expect(backtest.holdEndsMs).toBe(41_000);
    backtest.observe(99, 41_000);
    expect(backtest.holdEndsMs).toBe(Number.POSITIVE_INFINITY);
    expect(backtest.episodes).toHaveLength(1);
  });
});
