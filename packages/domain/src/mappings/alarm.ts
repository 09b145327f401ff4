import { type DashKey, dashKey } from './dash.ts';

/** The levels that the product uses. */
export const alarmLevels = { warning: 1, critical: 5 } as const;
export const alarmTypes = { failure: 1, performance: 2, event: 3 } as const;
export const confirmLevels = { recovered: 0, occurred: 1, acknowledged: 2, handled: 3, closed: 4 } as const;

export type AlarmLevelKey = `alarmLevel.${keyof typeof alarmLevels}`;
export type AlarmTypeKey = `alarmType.${keyof typeof alarmTypes}`;
export type ConfirmLevelKey = `confirmLevel.${keyof typeof confirmLevels}`;

const typeKeys = new Map<number, AlarmTypeKey>([
  [alarmTypes.failure, 'alarmType.failure'],
  [alarmTypes.performance, 'alarmType.performance'],
  [alarmTypes.event, 'alarmType.event'],
]);

const confirmKeys = new Map<number, ConfirmLevelKey>([
  [confirmLevels.recovered, 'confirmLevel.recovered'],
  [confirmLevels.occurred, 'confirmLevel.occurred'],
  [confirmLevels.acknowledged, 'confirmLevel.acknowledged'],
  [confirmLevels.handled, 'confirmLevel.handled'],
  [confirmLevels.closed, 'confirmLevel.closed'],
]);

/** 1 is a warning, any other level is critical, so that an unknown level is never shown too low. */
export function alarmLevelKey(level: number | null | undefined): AlarmLevelKey | DashKey {
  if (!level) return dashKey;
  return level === alarmLevels.warning ? 'alarmLevel.warning' : 'alarmLevel.critical';
}

export function alarmTypeKey(type: number | null | undefined): AlarmTypeKey | DashKey {
  return typeKeys.get(type ?? Number.NaN) ?? dashKey;
}

export function confirmLevelKey(level: number | null | undefined): ConfirmLevelKey | DashKey {
  return confirmKeys.get(level ?? Number.NaN) ?? dashKey;
}
