import { describe, expect, it } from 'vitest';
import { causedBy, templateChanged } from './accepted-cause.ts';
import { isCause, rankOf, sharesOf } from './cause-rank.ts';

const line = (rule: string, key: string, folded: readonly string[] = []) => {
  const [first = '', name] = key.split('/');
  const object = name === undefined ? { namespace: null, name: first } : { namespace: first, name };
  return { rules: [rule, ...folded], ...object, at: '2026-11-16T01:00:00.000Z' };
};
const FAULT_AT = new Date('2026-11-16T00:59:30Z');

describe('among three accepted causes', () => {
  const causes = [
    ...templateChanged('imageChanged', 'shop/cart'),
    ...causedBy('nodePressure', 'worker-1'),
    ...causedBy('neighbourRose', 'shop/sync-*'),
  ];

  it.each([
    ['an accepted rule and object', true, line('imageChanged', 'shop/cart')],
    ['the rollout of the change', true, line('rolloutBegun', 'shop/cart')],
    ['a line that the change is folded into', true, line('replicasChanged', 'shop/cart', ['imageChanged'])],
    ['the rule of a symptom', false, line('eventBurst', 'shop/cart')],
    ['another object', false, line('imageChanged', 'shop/checkout')],
    ['another namespace', false, line('imageChanged', 'payment/cart')],
    ['no namespace', false, line('imageChanged', 'cart')],
    ['the second accepted cause', true, line('nodePressure', 'worker-1')],
    ['the rule of one cause with the object of another', false, line('nodePressure', 'shop/cart')],
    ['one of several objects by the beginning of its name', true, line('neighbourRose', 'shop/sync-29-abc')],
    ['an object whose name begins similarly', false, line('neighbourRose', 'shop/synchronous')],
  ])('%s is the cause: %s', (_what, expected, one) => {
    expect(isCause(one, causes, FAULT_AT)).toBe(expected);
  });

  it('a change that the object had before the fault is not the cause', () => {
    const later = new Date('2026-11-16T01:04:00Z');
    expect(isCause(line('imageChanged', 'shop/cart'), causes, later)).toBe(false);
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
