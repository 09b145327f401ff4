import { describe, expect, test } from 'vitest';
import { alarmScope, shownStates, withLevelToggled, withStateToggled } from './alarm-conditions.ts';

const STATE = 'f.confirmLevel';

describe('alarm states in the address', () => {
  test.each([
    [undefined, [1, 2, 3]],
    ['', [1, 2, 3]],
    ['nonsense', [1, 2, 3]],
    ['0,4', [0, 4]],
  ])('%j shows the states %j', (text, shown) => {
    expect([...shownStates({ [STATE]: text })].sort()).toEqual(shown);
  });

  test('are omitted if they are the default, and become the default instead of an empty list', () => {
    const withRecovered = withStateToggled({}, 0);
    expect(withRecovered).toEqual({ [STATE]: '1,2,3,0' });
    expect(withStateToggled(withRecovered, 0)).toEqual({ [STATE]: undefined });
    expect(withStateToggled({ [STATE]: '4' }, 4)).toEqual({ [STATE]: undefined });
  });
});

test('omits the level from the address if both levels or none is chosen', () => {
  const critical = withLevelToggled({}, 5);
  expect(critical).toEqual({ 'f.level': '5' });
  expect(withLevelToggled(critical, 1)).toEqual({ 'f.level': undefined });
  expect(withLevelToggled(critical, 5)).toEqual({ 'f.level': undefined });
});

describe('folded alarms', () => {
  test('are hidden by default and shown on request', () => {
    expect(alarmScope({}).filter).toEqual({ confirmLevel: [1, 2, 3], isFolded: false });
    expect(alarmScope({ folded: '1' }).filter).toEqual({ confirmLevel: [1, 2, 3] });
  });
  test('are shown if the filter names their parent or folded alarms', () => {
    expect(alarmScope({ 'f.parentAlarmId': '7' }).filter).not.toHaveProperty('isFolded');
    expect(alarmScope({ 'f.isFolded': 'true' }).filter).not.toHaveProperty('isFolded');
  });
});
