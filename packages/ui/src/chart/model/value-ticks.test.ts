import { describe, expect, it } from 'vitest';
import type { ChartUnit } from './chart-data.ts';
import { scaleTop, valueTicks } from './value-ticks.ts';

const MB = 1024 ** 2;

describe('ticks', () => {
  it.each<[ChartUnit, number, number, number[]]>([
    ['bytes', 530 * MB, 6, [0, 128 * MB, 256 * MB, 384 * MB, 512 * MB, 640 * MB]],
    ['bytes', 1.2 * 1024 ** 3, 5, [0, 256, 512, 768, 1024, 1280].map((mb) => mb * MB)],
    ['bytesPerSecond', 900, 4, [0, 256, 512, 768, 1024]],
    ['cores', 0.042, 5, [0, 0.01, 0.02, 0.03, 0.04, 0.05]],
    ['cores', 1.9, 4, [0, 0.5, 1, 1.5, 2]],
    ['percent', 105, 5, [0, 25, 50, 75, 100, 125]],
    ['count', 3, 10, [0, 1, 2, 3]],
  ])('of %s up to %d have at most %i steps', (unit, max, maxCnt, ticks) => {
    expect(valueTicks(max, unit, maxCnt)).toEqual(ticks);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'give the default axis for a maximum value of %d',
    (max) => {
      expect(valueTicks(max, 'bytes', 4)).toEqual([0, 256, 512, 768, 1024]);
    },
  );

  it('stay the same if the maximum value is the top tick', () => {
    for (const unit of ['bytes', 'cores', 'percent', 'count', 'perSecond', 'ratio'] as const) {
      for (let max = 0.003; max < 1e13; max *= 1.7) {
        const ticks = valueTicks(max, unit, 6);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
        expect(valueTicks(ticks.at(-1) ?? 0, unit, 6)).toEqual(ticks);
      }
    }
  });

  it('of counts are integers', () => {
    expect(valueTicks(2, 'count', 20)).toEqual([0, 1, 2]);
  });
});

const limit = (value: number) => ({ label: 'limit', value, style: 'limit' }) as const;

it('the scale includes a limit near the data', () => {
  expect(scaleTop(100, [limit(300)])).toBeGreaterThan(300);
});

it('the scale leaves out a limit far above the data', () => {
  expect(scaleTop(100, [limit(10_000), limit(200)])).toBeCloseTo(208);
});

it('without data the scale shows the limit', () => {
  expect(scaleTop(0, [limit(10_000)])).toBeGreaterThan(10_000);
});
