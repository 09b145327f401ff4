import { describe, expect, it } from 'vitest';
import { causedBy, templateChanged } from './accepted-cause.ts';
import { isCause, rankOf, sharesOf } from './cause-rank.ts';

const line = (rule: string, key: string, folded: readonly string[] = []) => {
  const [first = '', name] = key.split('/');
  const object = name === undefined ? { namespace: null, name: first } : { namespace: first, name };
  return { rules: [rule, ...folded], ...object, at: '2026-11-16T01:00:00.000Z' };
};
const FAULT_AT = new Date('2026-11-16T00:59:30Z');
const isCauseOf = (one: Parameters<typeof isCause>[0], causes: Parameters<typeof isCause>[1]) =>
  isCause(one, causes, FAULT_AT);

describe('a line', () => {
  const causes = templateChanged('imageChanged', 'shop/cart');

  it('is the cause with an accepted rule and object, also as the rollout of the change', () => {
    expect(isCauseOf(line('imageChanged', 'shop/cart'), causes)).toBe(true);
    expect(isCauseOf(line('rolloutBegun', 'shop/cart'), causes)).toBe(true);
    expect(isCauseOf(line('replicasChanged', 'shop/cart', ['imageChanged']), causes)).toBe(true);
  });

  it('is not the cause with the rule of a symptom or with another object', () => {
    expect(isCauseOf(line('eventBurst', 'shop/cart'), causes)).toBe(false);
    expect(isCauseOf(line('imageChanged', 'shop/checkout'), causes)).toBe(false);
    expect(isCauseOf(line('imageChanged', 'payment/cart'), causes)).toBe(false);
    expect(isCauseOf(line('imageChanged', 'cart'), causes)).toBe(false);
  });

  it('is not the cause when the object had the change before the fault', () => {
    const later = new Date('2026-11-16T01:04:00Z');
    expect(isCause(line('imageChanged', 'shop/cart'), causes, later)).toBe(false);
  });

  it('does not mix the rule of one accepted cause with the object of another', () => {
    const two = [...causes, ...causedBy('nodePressure', 'worker-1')];
    expect(isCauseOf(line('nodePressure', 'shop/cart'), two)).toBe(false);
    expect(isCauseOf(line('nodePressure', 'worker-1'), two)).toBe(true);
  });

  it('may name one of several objects by the beginning of its name', () => {
    const pods = causedBy('neighbourRose', 'shop/sync-*');
    expect(isCauseOf(line('neighbourRose', 'shop/sync-29-abc'), pods)).toBe(true);
    expect(isCauseOf(line('neighbourRose', 'shop/synchronous'), pods)).toBe(false);
  });
});

it('the rank is that of the first line that fits', () => {
  const lines = ['a', 'b', 'b'].map((rule) => line(rule, 'worker-1'));
  expect(rankOf(lines, ({ rules }) => rules.includes('b'))).toBe(2);
  expect(rankOf(lines, ({ rules }) => rules.includes('c'))).toBeUndefined();
});

it('a scenario without a rank lowers both shares', () => {
  expect(sharesOf([1, 3, 4, undefined])).toEqual({ cnt: 4, firstPct: 25, firstThreePct: 50 });
});
