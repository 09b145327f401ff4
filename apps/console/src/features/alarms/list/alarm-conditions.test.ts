import { describe, expect, test } from 'vitest';
import { alarmScope, shownStates, withLevelToggled, withStateToggled } from './alarm-conditions.ts';

const STATE = 'f.confirmLevel';

describe('states', () => {
  test.each([
    [undefined, [1, 2, 3]],
    ['', [1, 2, 3]],
    ['nonsense', [1, 2, 3]],
    ['0,4', [0, 4]],
  ])('%j shows %j', (text, shown) => {
    expect([...shownStates({ [STATE]: text })].sort()).toEqual(shown);
  });

  test('what is open needs no words in the address, and the last cannot be taken away', () => {
    const withRecovered = withStateToggled({}, 0);
    expect(withRecovered).toEqual({ [STATE]: '1,2,3,0' });
    expect(withStateToggled(withRecovered, 0)).toEqual({ [STATE]: undefined });
    expect(withStateToggled({ [STATE]: '4' }, 4)).toEqual({ [STATE]: undefined });
  });
});

test('a level alone, both, and none', () => {
  const critical = withLevelToggled({}, 5);
  expect(critical).toEqual({ 'f.level': '5' });
  expect(withLevelToggled(critical, 1)).toEqual({ 'f.level': undefined });
  expect(withLevelToggled(critical, 5)).toEqual({ 'f.level': undefined });
});

describe('what is folded', () => {
  test('is hidden unless asked for', () => {
    expect(alarmScope({}).filter).toEqual({ confirmLevel: [1, 2, 3], isFolded: false });
    expect(alarmScope({ folded: '1' }).filter).toEqual({ confirmLevel: [1, 2, 3] });
  });
  test('is shown where its parent, or just that, is what was asked for', () => {
    expect(alarmScope({ 'f.parentAlarmId': '7' }).filter).not.toHaveProperty('isFolded');
    expect(alarmScope({ 'f.isFolded': 'true' }).filter).not.toHaveProperty('isFolded');
  });
});
