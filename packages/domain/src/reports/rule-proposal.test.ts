import type { AlarmItemKey, AlarmSetting } from '@gwanje/contract/alarms/alarm-items';
import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { expect, test } from 'vitest';
import { alarmItems, settingError } from '../alarms/registry.ts';
import { proposeRule, type RuleNoise } from './rule-proposal.ts';

const quiet: RuleNoise = { cnt: 100, shortCnt: 0, shortS: null, againCnt: 0 };
const setting = (key: AlarmItemKey, own: Partial<AlarmSetting> = {}) => ({
  ...alarmItems[key].standard,
  ...own,
});

const cpu = 'node.cpuUsage';
const minute = { holdS: 60 };
const margin = (warning: number, recoveryMargin: number) => ({ warning, critical: 95, recoveryMargin });
test.each<[string, AlarmItemKey, Partial<AlarmSetting>, Partial<RuleNoise>, object | null]>([
  ['no noise', cpu, {}, {}, null],
  ['many short alarms', cpu, minute, { shortCnt: 40, shortS: 75 }, { why: 'hold', holdS: 180 }],
  ['short alarms of a condition', 'node.notReady', minute, { shortCnt: 40, shortS: 50 }, { holdS: 120 }],
  ['a hold of hours', cpu, { holdS: 7200 }, { shortCnt: 40, shortS: 60 }, { holdS: 10_800 }],
  ['no longer hold', cpu, { holdS: 86_400 }, { shortCnt: 40, shortS: 60 }, null],
  ['few short alarms', cpu, minute, { shortCnt: 29, shortS: 60 }, null],
  ['few alarms', cpu, minute, { cnt: 4, shortCnt: 4, shortS: 60 }, null],
  ['alarms that come back', cpu, margin(80, 2), { againCnt: 60 }, { why: 'margin', recoveryMargin: 4 }],
  ['a margin that is small', cpu, margin(80, 0), { againCnt: 60 }, { why: 'margin', recoveryMargin: 4 }],
  ['a margin that would exceed the threshold', cpu, margin(3, 2), { againCnt: 60 }, null],
  ['a condition that comes back', 'node.notReady', {}, { againCnt: 60 }, null],
  ['more short alarms than returns', cpu, minute, { shortCnt: 80, shortS: 20, againCnt: 60 }, { holdS: 90 }],
  ['a silent agent', 'cluster.noData', {}, { shortCnt: 90, shortS: 60 }, null],
])('proposes for %s', (_what, key, own, noise, expected) => {
  const proposal = proposeRule(key, setting(key, own), { ...quiet, ...noise });
  if (expected === null) expect(proposal).toBeNull();
  else expect(proposal).toMatchObject(expected);
});

test('a proposal is always a setting that can be saved, and differs from the present one', () => {
  const noises: Partial<RuleNoise>[] = [{ shortCnt: 90, shortS: 118 }, { againCnt: 500 }];
  for (const key of alarmItemKeys)
    for (const noise of noises) {
      const now = setting(key);
      const proposal = proposeRule(key, now, { ...quiet, ...noise });
      if (!proposal) continue;
      const { holdS, recoveryMargin } = proposal;
      expect(settingError(key, { ...now, holdS, recoveryMargin }), key).toBeNull();
      expect(holdS > now.holdS || recoveryMargin > now.recoveryMargin, key).toBe(true);
    }
});
