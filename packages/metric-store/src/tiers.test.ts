import { expect, test } from 'vitest';
import { defaultTiers, invertedTier, tiersKeeping } from './tiers.ts';

const DAY_MS = 86_400_000;

test('configured tiers differ from the default only in their retention', () => {
  const keep = { raw: DAY_MS, '1m': 3 * DAY_MS, '5m': 10 * DAY_MS, '1h': 90 * DAY_MS };
  const tiers = tiersKeeping(keep);
  expect(tiers.map(({ name, keepMs }) => [name, keepMs])).toEqual(Object.entries(keep));
  expect(tiers.map(({ keepMs: _kept, ...rest }) => rest)).toEqual(
    defaultTiers.map(({ keepMs: _kept, ...rest }) => rest),
  );
});

test.each([
  [{ raw: 1, '1m': 1, '5m': 1, '1h': 1 }, undefined],
  [{ raw: 2, '1m': 1, '5m': 3, '1h': 4 }, '1m'],
  [{ raw: 1, '1m': 3, '5m': 2, '1h': 4 }, '5m'],
  [{ raw: 1, '1m': 2, '5m': 9, '1h': 8 }, '1h'],
])('with %o, the tier that is dropped before a finer one is %s', (keep, inverted) => {
  expect(invertedTier(tiersKeeping(keep))).toBe(inverted);
});
