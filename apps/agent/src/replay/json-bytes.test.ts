import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonBytes } from './json-bytes.ts';

it('writes numbers that are read as what they are, and null where there is none', () => {
  const json = new JsonBytes();
  const Steps = fc.oneof(
    fc.maxSafeInteger(),
    fc.nat(2_000_000),
    fc.constantFrom(0, 999_999_999, 1_000_000_000, 1_000_000_001, Number.NaN, Number.POSITIVE_INFINITY, 0.5),
  );
  fc.assert(
    fc.property(fc.array(Steps, { maxLength: 50 }), fc.constantFrom(0, 2, 4, 6, 9), (steps, decimals) => {
      json.text('[');
      json.numbers(Float64Array.from(steps), decimals);
      json.text(']');
      const read = JSON.parse(json.take().toString());
      expect(read).toEqual(
        steps.map((value) => (Number.isSafeInteger(value) ? Number(`${value}e-${decimals}`) : null)),
      );
    }),
    { seed: 7, numRuns: 300 },
  );
});

it('has room for any text, also one that is not Latin', () => {
  const json = new JsonBytes();
  const text = '관제'.repeat(300_000);
  json.text(text);
  expect(json.take().toString()).toBe(text);
});
