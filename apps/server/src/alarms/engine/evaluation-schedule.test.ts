import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { describe, expect, it } from 'vitest';
import { createAlarmMetrics } from './alarm-metrics.ts';
import { EvaluationSchedule, STALLED_MS } from './evaluation-schedule.ts';

function scene(hostIds: readonly number[]) {
  const metrics = createMetrics('server');
  const failing = new Set<number>();
  const unfinished = new Set<number>();
  /** Clusters that another replica owns. */
  const moved = new Set<number>();
  /** By cluster; NaN when it works again. */
  const failingSince = new Map<number, number>();
  const evaluated: number[] = [];
  let nowMs = 0;
  const schedule = new EvaluationSchedule({
    engine: {
      openCnt: 3,
      async evaluate(hostId: number) {
        evaluated.push(hostId);
        if (failing.has(hostId)) throw new Error('no');
        return { busyMs: 0, isComplete: !unfinished.has(hostId) };
      },
    },
    live: {
      hostIds: () => new Set(hostIds),
      setAlarmsFailing: (hostId, sinceMs) => void failingSince.set(hostId, sinceMs),
    },
    ownership: { owns: (hostId) => !moved.has(hostId) },
    metrics: createAlarmMetrics(metrics),
    logger: createLogger('server', 'silent'),
    now: () => new Date(nowMs),
    clockMs: () => nowMs,
  });
  return {
    schedule,
    failing,
    unfinished,
    moved,
    evaluated,
    failingSince,
    metricsText: () => metrics.registry.metrics(),
    /** Moves the clock second by second, and evaluates the due clusters after each second. */
    async runFor(ms: number) {
      for (let passed = 0; passed < ms; passed += 1000) {
        nowMs += 1000;
        await schedule.evaluateDue();
      }
    },
    advanceClockOnly: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the evaluation schedule', () => {
  it('stays healthy while one of two clusters fails, and reports that cluster until it works again', async () => {
    const { schedule, failing, failingSince, runFor, metricsText } = scene([1, 2]);
    failing.add(2);
    await runFor(2 * STALLED_MS);
    expect(schedule.isHealthy()).toBe(true);
    expect([...schedule.failing]).toEqual([[2, new Date(1000)]]);
    expect([...failingSince]).toEqual([[2, 1000]]);
    expect(await metricsText()).toMatch(/gwanje_alarm_evaluation_failing\{[^}]*host_id="2"[^}]*\} 1/);
    failing.clear();
    await runFor(20_000);
    expect(schedule.failing.size).toBe(0);
    expect([...failingSince]).toEqual([[2, Number.NaN]]);
    expect(await metricsText()).not.toMatch(/gwanje_alarm_evaluation_failing\{/);
  });

  it('is unhealthy when every cluster has failed for a minute, until one succeeds', async () => {
    const { schedule, failing, runFor } = scene([1, 2]);
    await runFor(1000);
    failing.add(1).add(2);
    await runFor(STALLED_MS / 2);
    expect(schedule.isHealthy()).toBe(true);
    await runFor(STALLED_MS);
    expect(schedule.isHealthy()).toBe(false);
    failing.delete(1);
    await runFor(11_000);
    expect(schedule.isHealthy()).toBe(true);
  });

  it('is unhealthy when no evaluation round has finished for a minute', async () => {
    const { schedule, runFor, advanceClockOnly } = scene([1]);
    await runFor(1000);
    advanceClockOnly(STALLED_MS);
    expect(schedule.isHealthy()).toBe(false);
  });

  it('evaluates only owned clusters, and leaves the failure of a moved cluster to its new owner', async () => {
    const { schedule, failing, moved, evaluated, failingSince, runFor, metricsText } = scene([1, 2, 3]);
    moved.add(3);
    failing.add(2);
    await runFor(1000);
    expect(evaluated).toEqual([1, 2]);
    moved.add(2);
    schedule.forget(2);
    await runFor(11_000);
    expect(evaluated).toEqual([1, 2, 1]);
    expect(schedule.failing.size).toBe(0);
    expect([...failingSince]).toEqual([[2, 1000]]);
    expect(await metricsText()).not.toMatch(/gwanje_alarm_evaluation_failing\{/);
  });

  it('ends a failure that it reported before it was no owner for a moment', async () => {
    const { schedule, failing, moved, failingSince, runFor } = scene([1]);
    failing.add(1);
    await runFor(1000);
    moved.add(1);
    await runFor(2000);
    failing.clear();
    moved.clear();
    await runFor(11_000);
    expect(schedule.failing.size).toBe(0);
    expect([...failingSince]).toEqual([[1, Number.NaN]]);
  });

  it('evaluates after a batch, and every ten seconds without one', async () => {
    const { schedule, evaluated, runFor } = scene([1, 2]);
    await runFor(1000);
    expect(evaluated).toEqual([1, 2]);
    schedule.markDue(2);
    await runFor(2000);
    expect(evaluated).toEqual([1, 2, 2]);
    await runFor(12_000);
    expect(evaluated.length).toBe(5);
  });

  it('evaluates a cluster again in the next round while it has changes left to write', async () => {
    const { unfinished, evaluated, runFor } = scene([1, 2]);
    unfinished.add(2);
    await runFor(3000);
    expect(evaluated).toEqual([1, 2, 2, 2]);
    unfinished.clear();
    await runFor(2000);
    expect(evaluated).toEqual([1, 2, 2, 2, 2]);
  });
});
