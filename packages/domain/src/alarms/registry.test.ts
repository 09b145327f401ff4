import { expect, test } from 'vitest';
import { alarmItems, effectiveSetting, settingError } from './registry.ts';

test('the setting of the nearest layer applies, and its origin is named', () => {
  const key = 'pod.memUsage';
  const at = (warning: number) => ({ [key]: { ...alarmItems[key].standard, warning } });
  const origin = (layers: Parameters<typeof effectiveSetting>[1]) => {
    const { setting, origin: from } = effectiveSetting(key, layers);
    return `${from} ${setting.warning}`;
  };
  expect(origin({ template: {}, cluster: {} })).toBe('standard 90');
  expect(origin({ template: at(70), cluster: {}, object: {} })).toBe('template 70');
  expect(origin({ template: at(70), cluster: at(60), object: {} })).toBe('cluster 60');
  expect(origin({ template: at(70), cluster: at(60), object: at(50) })).toBe('object 50');
});

test.each([
  ['node.cpuUsage', { warning: null, critical: null }, 'noThreshold'],
  ['node.cpuUsage', { warning: 95, critical: 90 }, 'thresholdOrder'],
  ['claim.daysUntilFull', { warning: 2, critical: 7 }, 'thresholdOrder'],
  ['node.notReady', { warning: 1, critical: 1 }, 'notACondition'],
  ['node.notReady', { critical: 2 }, 'notACondition'],
  ['node.cpuUsage', { windowMin: 10 }, 'window'],
  ['pod.restarts', { windowMin: null }, 'window'],
  ['node.cpuUsage', { recoveryMargin: 85 }, 'margin'],
  ['node.cpuUsage', { warning: 50, critical: null }, null],
] as const)('%s with %j has the setting error %s', (key, over, error) => {
  expect(settingError(key, { ...alarmItems[key].standard, ...over })).toBe(error);
});
