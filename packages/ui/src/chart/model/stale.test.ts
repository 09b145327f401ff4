import { expect, it } from 'vitest';
import { STALE_AFTER_MS, staleFrom } from './stale.ts';

const MINUTE = 60_000;

function dataUntil(known: number, stepMs: number) {
  const avg = Array.from({ length: 20 }, (_, index) => (index < known ? 1 : null));
  return { startMs: 0, stepMs, pointCnt: 20, series: [{ key: 'a', label: 'a', avg }] };
}

it('data is stale after five minutes without values', () => {
  const data = dataUntil(10, MINUTE);
  expect(staleFrom(data, { fromMs: 0, toMs: 14 * MINUTE }, STALE_AFTER_MS)).toBe(9 * MINUTE);
  expect(staleFrom(data, { fromMs: 0, toMs: 14 * MINUTE - 1 }, STALE_AFTER_MS)).toBeNull();
});

it('hourly data may lack the running hour', () => {
  const hour = 60 * MINUTE;
  const data = dataUntil(10, hour);
  expect(staleFrom(data, { fromMs: 0, toMs: 10.9 * hour }, STALE_AFTER_MS)).toBeNull();
  expect(staleFrom(data, { fromMs: 0, toMs: 11 * hour }, STALE_AFTER_MS)).toBe(9 * hour);
});

it('data without any value is not stale', () => {
  expect(staleFrom(dataUntil(0, MINUTE), { fromMs: 0, toMs: 60 * MINUTE }, STALE_AFTER_MS)).toBeNull();
});
