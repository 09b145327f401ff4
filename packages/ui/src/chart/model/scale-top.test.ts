import { expect, it } from 'vitest';
import { scaleTop } from './scale-top.ts';

const limit = (value: number) => ({ label: 'limit', value, style: 'limit' }) as const;

it('a limit near the data is on the scale', () => {
  expect(scaleTop(100, [limit(300)])).toBeGreaterThan(300);
});

it('a limit far above the data does not flatten it', () => {
  expect(scaleTop(100, [limit(10_000), limit(200)])).toBeCloseTo(208);
});

it('without data the scale shows the limit', () => {
  expect(scaleTop(0, [limit(10_000)])).toBeGreaterThan(10_000);
});
