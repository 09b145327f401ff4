import { describe, expect, test } from 'vitest';
import { alarmScope, shownStates, withLevelToggled, withStateToggled } from './alarm-conditions.ts';

const STATE = 'f.confirmLevel';

describe('states', () => {
  test.each([
    [undefined, [1, 2, 3]],
    ['', [1, 2, 3]],
    ['nonsense', [1, 2, 3]],
    ['0,4', [0, 4]],
  ])('%j in the address show %j', (text, shown) => {
    expect([...shownStates({ [STATE]: text })].sort()).toEqual(shown);
  });

  test('are omitted from the address when they are the open ones, and never become empty', () => {
    const withRecovered = withStateToggled({}, 0);
    expect(withRecovered).toEqual({ [STATE]: '1,2,3,0' });
    expect(withStateToggled(withRecovered, 0)).toEqual({ [STATE]: undefined });
    expect(withStateToggled({ [STATE]: '4' }, 4)).toEqual({ [STATE]: undefined });
  });
});

test('omits the level from the address when both or none are chosen', () => {
  const critical = withLevelToggled({}, 5);
  expect(critical).toEqual({ 'f.level': '5' });
  expect(withLevelToggled(critical, 1)).toEqual({ 'f.level': undefined });
  expect(withLevelToggled(critical, 5)).toEqual({ 'f.level': undefined });
});

describe('folded alarms', () => {
  test('are hidden by default', () => {
    expect(alarmScope({}).filter).toEqual({ confirmLevel: [1, 2, 3], isFolded: false });
    expect(alarmScope({ folded: '1' }).filter).toEqual({ confirmLevel: [1, 2, 3] });
  });
  test('are shown when the filter asks for their parent or for folded alarms', () => {
    expect(alarmScope({ 'f.parentAlarmId': '7' }).filter).not.toHaveProperty('isFolded');
    expect(alarmScope({ 'f.isFolded': 'true' }).filter).not.toHaveProperty('isFolded');
  });
});
