import { describe, expect, it } from 'vitest';
import { figuresOf, ItemBacktest } from './backtest.ts';
import { alarmItems } from './registry.ts';

const STEP_S = 15;
const nodeCpuUsage = alarmItems['node.cpuUsage'];

/** Observes each number of minutes beyond the threshold, followed by `apartMin` minutes below it. */
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
  it('counts all and short alarms, and sums their duration', () => {
    const { episodes } = runBacktest([1, 2, 1, 30], 30);
    const figures = figuresOf(episodes, 30);
    expect(figures).toMatchObject({ firedCnt: 4, openCnt: 0, shortCnt: 3 });
    expect(figures.totalS).toBe(30 + 90 + 30 + 29.5 * 60);
    expect(figures.medianS).toBe(60);
  });

  it('suggests the shortest hold that prevents short alarms and no long alarm', () => {
    const minutes = [...Array.from({ length: 9 }, () => 1), 2, 30];
    const { episodes } = runBacktest(minutes, 15);
    const { suggestedHoldS, suggestedFiredCnt } = figuresOf(episodes, 15);
    expect(suggestedHoldS).toBe(46);
    if (suggestedHoldS === null) return;
    expect(suggestedFiredCnt).toBe(2);
    expect(runBacktest(minutes, suggestedHoldS).episodes).toHaveLength(2);
    expect(runBacktest(minutes, suggestedHoldS - 1).episodes.length).toBeGreaterThan(2);
  });

  it('suggests nothing when a longer hold would hide a long alarm', () => {
    const backtest = new ItemBacktest(nodeCpuUsage, { ...nodeCpuUsage.standard, holdS: 0 });
    // The value passes the threshold once, and then stays within the recovery margin for an hour.
    let nowMs = 1_800_000_000_000;
    const observe = (value: number, afterS = STEP_S) => {
      nowMs += afterS * 1000;
      backtest.observe(value, nowMs);
    };
    observe(90);
    for (let at = 0; at < 240; at++) observe(82);
    observe(10);
    observe(90, 3600);
    observe(90);
    observe(10);
    expect(backtest.episodes).toHaveLength(2);
    expect(figuresOf(backtest.episodes, 0).suggestedHoldS).toBeNull();
  });

  it('does not count a deleted object or silence as a recovery', () => {
    const gone = runBacktest([5], 30, 0);
    gone.observe(Number.NaN, 1_800_000_400_000);
    gone.end(1_800_000_500_000);
    expect(figuresOf(gone.episodes, 30)).toMatchObject({ firedCnt: 1, openCnt: 0, shortCnt: 0, totalS: 0 });
    const silent = runBacktest([5], 30, 0);
    silent.observe(Number.NaN, 1_800_000_400_000);
    expect(figuresOf(silent.episodes, 30)).toMatchObject({ firedCnt: 1, openCnt: 1, shortCnt: 0 });
  });

  it('returns when the current hold ends', () => {
    const backtest = new ItemBacktest(nodeCpuUsage, { ...nodeCpuUsage.standard, holdS: 40 });
    expect(backtest.holdEndsMs).toBe(Number.POSITIVE_INFINITY);
    backtest.observe(99, 1000);
    expect(backtest.holdEndsMs).toBe(41_000);
    backtest.observe(99, 41_000);
    expect(backtest.holdEndsMs).toBe(Number.POSITIVE_INFINITY);
    expect(backtest.episodes).toHaveLength(1);
  });
});
