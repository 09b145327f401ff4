import type { EventLevel } from '@gwanje/contract/clusters/states';
import { describe, expect, it } from 'vitest';
import { isTailing, levelsFromAddress, tailToAddress, withLevelToggled } from './event-address.ts';

describe('event levels in the address', () => {
  it.each<[string | undefined, readonly EventLevel[]]>([
    [undefined, []],
    ['', []],
    ['warning', ['warning']],
    ['nonsense', []],
    ['normal,nonsense,critical,normal', ['critical', 'normal']],
  ])('%s is read as %j', (text, levels) => {
    expect([...levelsFromAddress({ 'f.level': text })].sort()).toEqual([...levels].sort());
  });

  it.each<[string | undefined, EventLevel, string | undefined]>([
    [undefined, 'warning', 'warning'],
    ['warning', 'warning', undefined],
    ['bad', 'normal', 'normal'],
  ])('%s becomes, after toggling %s, %s', (before, pressed, after) => {
    expect(withLevelToggled({ 'f.level': before }, pressed)).toEqual({ 'f.level': after });
  });

  it('are omitted if every level is chosen', () => {
    const two = withLevelToggled(withLevelToggled({}, 'normal'), 'warning');
    expect(levelsFromAddress(two)).toHaveLength(2);
    expect(withLevelToggled(two, 'critical')).toEqual({ 'f.level': undefined });
  });
});

describe('the live tail', () => {
  it('is on unless the address switches it off', () => {
    expect([isTailing({}), isTailing({ tail: 'yes' }), isTailing(tailToAddress(false))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isTailing(tailToAddress(true))).toBe(true);
  });
});
