import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { describe, expect, it } from 'vitest';
import { createAlarmMetrics } from './alarm-metrics.ts';
import { EvaluationSchedule, STALLED_MS } from './evaluation-schedule.ts';

function scene(hostIds: readonly number[]) {
  const metrics = createMetrics('server');
  const failing = new Set<number>();
  const unfinished = new Set<number>();
  const shown = new Map<number, number>();
  const looks: number[] = [];
  let nowMs = 0;
  const rounds = new EvaluationSchedule({
    engine: {
      openCnt: 3,
      async evaluate(hostId: number) {
        looks.push(hostId);
        if (failing.has(hostId)) throw new Error('no');
        return { busyMs: 0, isComplete: !unfinished.has(hostId) };
      },
    },
    live: {
      hostIds: () => new Set(hostIds),
      setAlarmsFailing: (hostId, sinceMs) => void shown.set(hostId, sinceMs),
    },
    metrics: createAlarmMetrics(metrics),
    logger: createLogger('server', 'silent'),
    now: () => new Date(nowMs),
    clockMs: () => nowMs,
  });
  return {
    rounds,
    failing,
    unfinished,
    looks,
    shown,
    figures: () => metrics.registry.metrics(),
    /** EvaluationSchedule as they are in real time. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 1000) {
        nowMs += 1000;
        await rounds.evaluateDue();
      }
    },
    stand: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('rounds of evaluation', () => {
  it('are healthy while one cluster of two fails, and say which', async () => {
    const { rounds, failing, shown, pass, figures } = scene([1, 2]);
    failing.add(2);
    await pass(2 * STALLED_MS);
    expect(rounds.isHealthy()).toBe(true);
    expect([...rounds.failing]).toEqual([[2, new Date(1000)]]);
    expect([...shown]).toEqual([[2, 1000]]);
    expect(await figures()).toMatch(/gwanje_alarm_evaluation_failing\{[^}]*host_id="2"[^}]*\} 1/);
    failing.clear();
    await pass(20_000);
    expect(rounds.failing.size).toBe(0);
    expect([...shown]).toEqual([[2, Number.NaN]]);
    expect(await figures()).not.toMatch(/gwanje_alarm_evaluation_failing\{/);
  });

  it('are not healthy when none can be looked at for a minute, and are again with the first that can', async () => {
    const { rounds, failing, pass } = scene([1, 2]);
    await pass(1000);
    failing.add(1).add(2);
    await pass(STALLED_MS / 2);
    expect(rounds.isHealthy()).toBe(true);
    await pass(STALLED_MS);
    expect(rounds.isHealthy()).toBe(false);
    failing.delete(1);
    await pass(11_000);
    expect(rounds.isHealthy()).toBe(true);
  });

  it('are not healthy when they stand still', async () => {
    const { rounds, pass, stand } = scene([1]);
    await pass(1000);
    stand(STALLED_MS);
    expect(rounds.isHealthy()).toBe(false);
  });

  it('look after a batch, and every ten seconds anyhow', async () => {
    const { rounds, looks, pass } = scene([1, 2]);
    await pass(1000);
    expect(looks).toEqual([1, 2]);
    rounds.markDue(2);
    await pass(2000);
    expect(looks).toEqual([1, 2, 2]);
    await pass(12_000);
    expect(looks.length).toBe(5);
  });

  it('go on with a cluster of which more is to be written than one look may, others between', async () => {
    const { unfinished, looks, pass } = scene([1, 2]);
    unfinished.add(2);
    await pass(3000);
    expect(looks).toEqual([1, 2, 2, 2]);
    unfinished.clear();
    await pass(2000);
    expect(looks).toEqual([1, 2, 2, 2, 2]);
  });
});
