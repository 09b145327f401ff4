import { describe, expect, test } from 'vitest';
import { alarmScope } from './alarm-conditions.ts';

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
