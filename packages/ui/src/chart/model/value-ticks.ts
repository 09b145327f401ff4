import type { ChartLine, ChartUnit } from './chart-data.ts';

const DECIMAL_STEPS = [1, 2, 5];
const QUARTER_STEPS = [1, 2, 2.5, 5];
/** Limits and requests of memory are powers of two, and so are its ticks: 128 MB, 256 MB, …, 1 GB. */
const BINARY_STEPS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

interface Ladder {
  readonly base: number;
  readonly steps: readonly number[];
  readonly smallest: number;
  /** The top of the axis if all values are zero. */
  readonly idleMax: number;
}

const ladders: Record<ChartUnit, Ladder> = {
  bytes: { base: 1024, steps: BINARY_STEPS, smallest: 1, idleMax: 1024 },
  bytesPerSecond: { base: 1024, steps: BINARY_STEPS, smallest: 1, idleMax: 1024 },
  cores: { base: 10, steps: QUARTER_STEPS, smallest: 1e-12, idleMax: 0.01 },
  perSecond: { base: 10, steps: DECIMAL_STEPS, smallest: 1e-6, idleMax: 1 },
  ratio: { base: 10, steps: QUARTER_STEPS, smallest: 1e-4, idleMax: 0.01 },
  percent: { base: 10, steps: QUARTER_STEPS, smallest: 0.01, idleMax: 1 },
  count: { base: 10, steps: DECIMAL_STEPS, smallest: 1, idleMax: 1 },
};

/** Ticks from zero to the first one at or above `max`, in at most `maxCnt` round steps. */
export function valueTicks(max: number, unit: ChartUnit, maxCnt: number): number[] {
  const top = max > 0 && Number.isFinite(max) ? max : ladders[unit].idleMax;
  const step = stepFor(top, unit, Math.max(1, maxCnt));
  // The quotient of two doubles may be slightly above the whole number.
  const cnt = Math.max(1, Math.ceil(top / step - 1e-9));
  return Array.from({ length: cnt + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

function stepFor(top: number, unit: ChartUnit, maxCnt: number): number {
  const { base, steps, smallest } = ladders[unit];
  const least = Math.max(top / maxCnt, smallest);
  let power = Math.floor(Math.log(least) / Math.log(base)) - 1;
  for (;;) {
    for (const step of steps) {
      const size = step * base ** power;
      if (size >= least * (1 - 1e-9)) return Math.max(size, smallest);
    }
    power++;
  }
}

/**
 * A line further above the data than this would flatten the data; its name is shown at the upper edge
 * instead.
 */
const MAX_LINE_FACTOR = 4;
/** Space for a line's name and above a peak. */
const HEADROOM = 1.04;

export function scaleTop(dataMax: number, lines: readonly ChartLine[]): number {
  const farthest = dataMax > 0 ? dataMax * MAX_LINE_FACTOR : Number.POSITIVE_INFINITY;
  const top = lines.reduce((most, { value }) => (value <= farthest ? Math.max(most, value) : most), dataMax);
  return top * HEADROOM;
}
