import type { SampleBatch } from '../interface.ts';

export const HOUR_MS = 3_600_000;
export const START_MS = Date.UTC(2024, 0, 15);
export const IDS = [1, 2, 3, 4, 5, 6] as const;

/** The batches that arrive at one instant. */
export interface Step {
  readonly nowMs: number;
  readonly batches: readonly SampleBatch[];
}

/**
 * Twelve days with every case that a store must handle: a dense morning with gaps and a deleted object, then
 * a short burst every day. Some batches are sent twice and some are hours late.
 */
export function history(seed: number): readonly Step[] {
  const random = randomOf(seed);
  const morning = burst(START_MS, 4 * HOUR_MS, 15_000, random);
  const isLate = (index: number) => index % 40 >= 30 && index > 200;
  const steps: Step[] = [];
  for (let at = 0; at < morning.length; at += 60) {
    const part = morning.slice(at, at + 60);
    const onTime = part.filter((_, index) => !isLate(at + index));
    steps.push({ nowMs: START_MS + (at + 60) * 15_000, batches: onTime });
    if (at % 240 === 0)
      steps.push({ nowMs: START_MS + (at + 60) * 15_000 + 5000, batches: onTime.slice(0, 20) });
  }
  steps.push({
    nowMs: START_MS + 5 * HOUR_MS,
    batches: morning.filter((_, index) => isLate(index)).reverse(),
  });
  for (let day = 1; day <= 12; day++) {
    const fromMs = START_MS + day * 24 * HOUR_MS + Math.floor(random() * 20) * HOUR_MS;
    const today = burst(fromMs, 25 * 60_000, 60_000, random);
    const kept = today.filter((_, index) => day !== 3 || index % 2 === 0);
    steps.push({ nowMs: fromMs + 26 * 60_000, batches: kept });
    // Half of the batches arrive more than a day late, and the others a second time.
    if (day === 3) steps.push({ nowMs: fromMs + 30 * HOUR_MS, batches: today });
  }
  return steps.toSorted((a, b) => a.nowMs - b.nowMs);
}

function burst(fromMs: number, lengthMs: number, stepMs: number, random: () => number): SampleBatch[] {
  const batches: SampleBatch[] = [];
  for (let tsMs = fromMs; tsMs < fromMs + lengthMs; tsMs += stepMs) {
    const minute = (tsMs - START_MS) / 60_000;
    if (minute > 70 && minute < 95) continue;
    // Object 5 is deleted after the first two hours. Object 6 has few samples.
    const ids = IDS.filter((id) => (id !== 5 || minute < 120) && (id !== 6 || random() < 0.3));
    const jitterMs = Math.floor(random() * 3) * 700;
    const maybe = (value: number) => (random() < 0.05 ? null : value);
    batches.push({
      scope: 'pod',
      tsMs: tsMs + jitterMs,
      ids,
      columns: {
        cpuUsedCores: ids.map((id) => maybe(Math.round((id + random()) * 1e6) / 1e6)),
        memUsedBytes: ids.map((id) => maybe((id * 1000 + Math.floor(random() * 1000)) * 4096)),
        netRxBps: ids.map((id) => maybe(Math.round(random() * 1e5 * id) / 100)),
      },
    });
  }
  return batches;
}

/** A linear congruential generator, so that every store gets the same history. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
