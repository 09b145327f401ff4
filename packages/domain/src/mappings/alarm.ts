import { type DashKey, dashKey, labelKey } from './label-key.ts';

/** The levels that the product uses. */
export const alarmLevels = { warning: 1, critical: 5 } as const;
export const alarmTypes = { failure: 1, performance: 2, event: 3 } as const;
export const confirmLevels = { recovered: 0, occurred: 1, acknowledged: 2, handled: 3, closed: 4 } as const;

/** 1 is a warning, any other level is critical, so that an unknown level is never shown too low. */
export function alarmLevelKey(
  level: number | null | undefined,
): 'alarmLevel.warning' | 'alarmLevel.critical' | DashKey {
  if (!level) return dashKey;
  return level === alarmLevels.warning ? 'alarmLevel.warning' : 'alarmLevel.critical';
}

export function alarmTypeKey(type: number | null | undefined) {
  return labelKey('alarmType', alarmTypes, type);
}

export function confirmLevelKey(level: number | null | undefined) {
  return labelKey('confirmLevel', confirmLevels, level);
}
