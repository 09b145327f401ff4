import { describe, expect, test } from 'vitest';
import { eventLevelOf } from './event.ts';

describe('event level', () => {
  test.each([
    ['Normal', 'Scheduled', 1, 'normal'],
    ['Warning', 'BackOff', 12, 'warning'],
    ['Warning', 'OOMKilling', 1, 'critical'],
    ['Warning', 'SystemOOM', 1, 'critical'],
    ['Normal', 'NodeNotReady', 1, 'critical'],
    ['Warning', 'EvictionThresholdMet', 1, 'critical'],
    ['Warning', 'Rebooted', 1, 'critical'],
    ['Warning', 'FailedMount', 1, 'warning'],
    ['Warning', 'FailedMount', 2, 'critical'],
    ['', 'Pulled', 1, 'normal'],
    ['Error', 'Custom', 1, 'warning'],
    ['Normal', 'constructor', 1, 'normal'],
  ])('a Kubernetes event %s/%s seen %i times is %s', (type, reason, count, level) => {
    expect(eventLevelOf({ type, reason, count })).toBe(level);
  });

  test('an event without a count has occurred once', () => {
    expect(eventLevelOf({ type: 'Warning', reason: 'FailedMount' })).toBe('warning');
  });
});
