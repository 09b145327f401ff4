import { describe, expect, test } from 'vitest';
import { chosenCodes, withToggled } from './toggle-chips.tsx';

const levels = { filter: 'f.level', codes: ['critical', 'warning', 'normal'] };
const states = { filter: 'f.state', codes: [1, 2, 3, 0, 4], usual: [1, 2, 3] };

describe('a filter without usual values', () => {
  test.each<[string | undefined, readonly string[]]>([
    [undefined, []],
    ['', []],
    ['warning', ['warning']],
    ['nonsense', []],
    ['normal,nonsense,critical,normal', ['critical', 'normal']],
  ])('reads %s as %j', (text, chosen) => expect(chosenCodes({ 'f.level': text }, levels)).toEqual(chosen));

  test.each<[string | undefined, string, string | undefined]>([
    [undefined, 'warning', 'warning'],
    ['warning', 'warning', undefined],
    ['bad', 'normal', 'normal'],
    ['critical,warning', 'normal', undefined],
  ])('%s becomes, after toggling %s, %s', (before, pressed, after) =>
    expect(withToggled({ 'f.level': before }, levels, pressed)).toEqual({ 'f.level': after }),
  );
});

describe('a filter with usual values', () => {
  test.each([
    [undefined, [1, 2, 3]],
    ['', [1, 2, 3]],
    ['nonsense', [1, 2, 3]],
    ['0,4', [0, 4]],
  ])('reads %j as %j', (text, chosen) => expect(chosenCodes({ 'f.state': text }, states)).toEqual(chosen));

  test('is omitted if it has the usual values, and has them instead of none', () => {
    const withMore = withToggled({}, states, 0);
    expect(withMore).toEqual({ 'f.state': '1,2,3,0' });
    expect(withToggled(withMore, states, 0)).toEqual({ 'f.state': undefined });
    expect(withToggled({ 'f.state': '4' }, states, 4)).toEqual({ 'f.state': undefined });
  });
});
