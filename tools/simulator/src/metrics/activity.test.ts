import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activityAt, activityBetween, shapeOf } from './activity.ts';
import { ContainerLoads, loadPieces } from './load-changes.ts';

const Seed = fc.integer({ min: 0, max: 0xffff_ffff });
const BEGIN_SEC = 1_794_700_000;

/** Simpson's rule in steps of a quarter second. */
function integrate(rate: (sec: number) => number, fromSec: number, toSec: number): number {
  const steps = Math.max(2, 2 * Math.ceil((toSec - fromSec) * 2));
  const width = (toSec - fromSec) / steps;
  let sum = rate(fromSec) + rate(toSec);
  for (let i = 1; i < steps; i++) sum += rate(fromSec + i * width) * (i % 2 === 1 ? 4 : 2);
  return (sum * width) / 3;
}

test('the closed form is the integral of the activity', () => {
  fc.assert(
    fc.property(Seed, fc.nat(200_000), fc.integer({ min: 1, max: 4000 }), (seed, offset, length) => {
      const shape = shapeOf(seed);
      const fromSec = BEGIN_SEC + offset;
      const counted = activityBetween(shape, fromSec, fromSec + length);
      const summed = integrate((sec) => activityAt(shape, sec), fromSec, fromSec + length);
      expect(Math.abs(counted - summed)).toBeLessThan(1e-3 + length * 1e-5);
    }),
    { seed: 3, numRuns: 60 },
  );
});

test('activity is never negative and never twice the average', () => {
  fc.assert(
    fc.property(Seed, fc.nat(1_000_000), (seed, offset) => {
      const value = activityAt(shapeOf(seed), BEGIN_SEC + offset);
      expect(value).toBeGreaterThan(0.1);
      expect(value).toBeLessThan(1.9);
    }),
    { seed: 4, numRuns: 2000 },
  );
});

test('work with load changes is the integral of the active changes', () => {
  const shape = shapeOf(99);
  const loads = new ContainerLoads();
  loads.change(1, 0, BEGIN_SEC + 100, { cpuFactor: 5, swing: 0.1 });
  loads.change(1, 0, BEGIN_SEC + 400, {});
  const rate = (sec: number) => {
    const isHot = sec >= BEGIN_SEC + 100 && sec < BEGIN_SEC + 400;
    return isHot ? 5 * (1 + 0.1 * (activityAt(shape, sec) - 1)) : activityAt(shape, sec);
  };
  const summed =
    integrate(rate, BEGIN_SEC, BEGIN_SEC + 99.999_999) +
    integrate(rate, BEGIN_SEC + 100, BEGIN_SEC + 399.999_999) +
    integrate(rate, BEGIN_SEC + 400, BEGIN_SEC + 900);
  const pieces = loadPieces(shape, loads.of(1, 0), BEGIN_SEC, BEGIN_SEC + 900);
  const counted = pieces.reduce((sum, { change, work }) => sum + change.cpuFactor * work, 0);
  expect(pieces.map(({ seconds }) => seconds)).toEqual([100, 300, 500]);
  expect(Math.abs(counted - summed)).toBeLessThan(0.01);
});
