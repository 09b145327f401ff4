import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataOf } from './testing/models.ts';
import { countStates, roundDomain, SCALE_STEPS, scaleStep, TILE_CLASS, tileClassesOf } from './tile-class.ts';

const PERCENT = { by: 'metric', min: 0, max: 100 } as const;

function classOf(
  object: { state?: number; stale?: number; value?: number | null },
  colour: typeof PERCENT | { by: 'state' },
) {
  const { state = 3, stale = 0, value = null } = object;
  const data = dataOf([1], { monResults: [state], stale: [stale], values: [value] });
  return tileClassesOf(data, Int32Array.of(0), colour)[0];
}

describe('tileClassesOf', () => {
  it.each([
    ['critical', { state: 0 }, TILE_CLASS.critical],
    ['warning', { state: 1 }, TILE_CLASS.warning],
    ['stale', { state: 2 }, TILE_CLASS.stale],
    ['normal', { state: 3 }, TILE_CLASS.normal],
    ['unmonitored', { state: 4 }, TILE_CLASS.unmonitored],
    ['normal with stale data', { state: 3, stale: 1 }, TILE_CLASS.stale],
    ['critical with stale data', { state: 0, stale: 1 }, TILE_CLASS.criticalStale],
    ['warning with stale data', { state: 1, stale: 1 }, TILE_CLASS.warningStale],
    ['an unknown state of a newer server', { state: 9 }, TILE_CLASS.unknown],
  ])('by state: %s', (_name, object, expected) => {
    expect(classOf(object, { by: 'state' })).toBe(expected);
  });

  it.each([
    ['the lower end of the scale', { value: 0 }, TILE_CLASS.scale],
    ['the upper end of the scale', { value: 100 }, TILE_CLASS.scale + SCALE_STEPS - 1],
    ['above the scale', { value: 180 }, TILE_CLASS.scale + SCALE_STEPS - 1],
    ['below the scale', { value: -1 }, TILE_CLASS.scale],
    ['null', { value: null }, TILE_CLASS.unknown],
    ['NaN', { value: Number.NaN }, TILE_CLASS.unknown],
    ['any value with stale data', { value: 50, stale: 1 }, TILE_CLASS.stale],
    ['stale by state', { value: 50, state: 2 }, TILE_CLASS.stale],
  ])('by metric: %s', (_name, object, expected) => {
    expect(classOf(object, PERCENT)).toBe(expected);
  });
});

describe('scaleStep', () => {
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });

  it('never falls as the value rises, and stays on the scale', () => {
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, d) => {
        const domain = { min: Math.min(a, b), max: Math.max(a, b) };
        const lower = scaleStep(Math.min(c, d), domain);
        const higher = scaleStep(Math.max(c, d), domain);
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(higher).toBeGreaterThanOrEqual(lower);
        expect(higher).toBeLessThan(SCALE_STEPS);
      }),
    );
  });
});

describe('roundDomain', () => {
  it.each([
    [[null, null], 1],
    [[0, null], 1],
    [[3], 5],
    [[12, 1_300_000], 2_000_000],
    [[0.04], 0.05],
    [[100], 100],
  ])('%j ends at %d', (values, max) => {
    expect(roundDomain(values)).toEqual({ min: 0, max });
  });
});

describe('countStates', () => {
  it('counts each state', () => {
    const counts = { critical: 1, warning: 1, stale: 1, normal: 3, unmonitored: 1 };
    expect(countStates([0, 3, 3, 4, 1, 2, 3])).toEqual(counts);
  });
});
