import { expect, it } from 'vitest';
import { LateRange } from './late-range.ts';

const MINUTE = 60_000;

it('a range stays pending until its sums are stored, also while they are computed', () => {
  const late = new LateRange();
  late.add(0, 10 * MINUTE, 0);
  expect(late.remaining).toEqual({ fromMs: 0, toMs: 10 * MINUTE });
  expect(late.take(MINUTE)).toBeUndefined();
  expect(late.take(2 * MINUTE)).toEqual({ fromMs: 0, toMs: 10 * MINUTE });
  late.add(5 * MINUTE, 20 * MINUTE, 2 * MINUTE);
  expect(late.remaining).toEqual({ fromMs: 0, toMs: 20 * MINUTE });
  late.done();
  expect(late.remaining).toEqual({ fromMs: 5 * MINUTE, toMs: 20 * MINUTE });
});

it('a range that failed is returned again, extended by new late samples', () => {
  const late = new LateRange();
  late.add(0, 10 * MINUTE, 0);
  const taken = late.take(2 * MINUTE);
  late.add(5 * MINUTE, 20 * MINUTE, 2 * MINUTE);
  if (taken) late.putBack(taken, 3 * MINUTE);
  expect(late.take(4 * MINUTE)).toBeUndefined();
  expect(late.take(5 * MINUTE)).toEqual({ fromMs: 0, toMs: 20 * MINUTE });
});
