import { describe, expect, it } from 'vitest';
import { causedBy, templateChanged } from './accepted-cause.ts';
import { isCause, rankOf, sharesOf } from './cause-rank.ts';

const line = (rule: string, key: string, folded: readonly string[] = []) => {
  const [first = '', name] = key.split('/');
  const object = name === undefined ? { namespace: null, name: first } : { namespace: first, name };
  return { rules: [rule, ...folded], ...object };
};

describe('a line', () => {
  const causes = templateChanged('imageChanged', 'shop/cart');

  it('is the cause with an accepted rule and object, also as the rollout of the change', () => {
    expect(isCause(line('imageChanged', 'shop/cart'), causes)).toBe(true);
    expect(isCause(line('rolloutBegun', 'shop/cart'), causes)).toBe(true);
    expect(isCause(line('replicasChanged', 'shop/cart', ['imageChanged']), causes)).toBe(true);
  });

  it('is not the cause with the rule of a symptom or with another object', () => {
    expect(isCause(line('eventBurst', 'shop/cart'), causes)).toBe(false);
    expect(isCause(line('imageChanged', 'shop/checkout'), causes)).toBe(false);
    expect(isCause(line('imageChanged', 'payment/cart'), causes)).toBe(false);
    expect(isCause(line('imageChanged', 'cart'), causes)).toBe(false);
  });

  it('does not mix the rule of one accepted cause with the object of another', () => {
    const two = [...causes, ...causedBy('nodePressure', 'worker-1')];
    expect(isCause(line('nodePressure', 'shop/cart'), two)).toBe(false);
    expect(isCause(line('nodePressure', 'worker-1'), two)).toBe(true);
  });

  it('may name one of several objects by the beginning of its name', () => {
    const pods = causedBy('neighbourRose', 'shop/sync-*');
    expect(isCause(line('neighbourRose', 'shop/sync-29-abc'), pods)).toBe(true);
    expect(isCause(line('neighbourRose', 'shop/synchronous'), pods)).toBe(false);
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
