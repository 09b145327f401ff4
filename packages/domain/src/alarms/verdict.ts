import type { AlarmSetting } from '@gwanje/contract/alarms/alarm-items';
import { alarmLevels } from '../mappings/labels.ts';
import type { AlarmItem } from './item.ts';

/** between: below the threshold, but within the recovery margin. */
export type Verdict = 'noData' | 'ok' | 'between' | 'warning' | 'critical';
export type AlarmLevel = (typeof alarmLevels)[keyof typeof alarmLevels];
export type Thresholds = Pick<AlarmSetting, 'warning' | 'critical'>;

export function verdictOf(
  value: number,
  setting: Thresholds & Pick<AlarmSetting, 'recoveryMargin'>,
  worse: AlarmItem['worse'],
): Verdict {
  if (Number.isNaN(value)) return 'noData';
  const { warning, critical, recoveryMargin } = setting;
  const isBeyond = (threshold: number | null, by = 0) =>
    threshold !== null && (worse === 'above' ? value >= threshold - by : value <= threshold + by);
  if (isBeyond(critical)) return 'critical';
  if (isBeyond(warning)) return 'warning';
  return recoveryMargin > 0 && isBeyond(warning ?? critical, recoveryMargin) ? 'between' : 'ok';
}

/** The threshold that a worsening value reaches first. A value never reaches one that is not set. */
export function firstThreshold({ warning, critical }: Thresholds, worse: AlarmItem['worse']): number {
  return warning ?? critical ?? (worse === 'above' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
}

/** The threshold of a level; null: not set. */
export function thresholdAt(level: AlarmLevel, { warning, critical }: Thresholds): number | null {
  return level === alarmLevels.critical ? critical : warning;
}
