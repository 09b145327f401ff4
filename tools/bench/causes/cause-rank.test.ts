import { describe, expect, it } from 'vitest';
import { causedBy, templateChanged } from './accepted-cause.ts';
import { isCause, rankOf, sharesOf } from './cause-rank.ts';

const line = (rule: string, key: string, folded: readonly string[] = []) => {
  const [first = '', name] = key.split('/');
  const object = name === undefined ? { namespace: null, name: first } : { namespace: first, name };
  return { rules: [rule, ...folded], ...object, at: '2026-11-16T01:00:00.000Z' };
};
const FAULT_AT = new Date('2026-11-16T00:59:30Z');

describe('of an image that changed, memory pressure and a busy neighbour', () => {
  const causes = [
    ...templateChanged('imageChanged', 'shop/cart'),
    ...causedBy('nodePressure', 'worker-1'),
    ...causedBy('neighbourRose', 'shop/sync-*'),
  ];

  it.each([
    ['an accepted rule and object', line('imageChanged', 'shop/cart'), true],
    ['the rollout of the change', line('rolloutBegun', 'shop/cart'), true],
    ['a line that the change is folded into', line('replicasChanged', 'shop/cart', ['imageChanged']), true],
    ['the rule of a symptom', line('eventBurst', 'shop/cart'), false],
    ['another object', line('imageChanged', 'shop/checkout'), false],
    ['another namespace', line('imageChanged', 'payment/cart'), false],
    ['no namespace', line('imageChanged', 'cart'), false],
    ['the second accepted cause', line('nodePressure', 'worker-1'), true],
    ['the rule of one accepted cause with the object of another', line('nodePressure', 'shop/cart'), false],
    ['one of several objects by the beginning of its name', line('neighbourRose', 'shop/sync-29-abc'), true],
    ['an object whose name begins similarly', line('neighbourRose', 'shop/synchronous'), false],
  ])('%s, with the line %j, is the cause: %s', (_what, one, expected) => {
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
