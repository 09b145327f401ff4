import type {
  AlarmItemKey,
  AlarmSetting,
  AlarmSettings,
  SettingOrigin,
} from '@gwanje/contract/alarms/alarm-items';
import type { AlarmItem } from './item.ts';
import { alarmItems } from './registry.ts';

export interface SettingLayers {
  readonly template: AlarmSettings;
  readonly cluster: AlarmSettings;
  /** Settings of the object; absent for the cluster itself. */
  readonly object?: AlarmSettings | undefined;
}

export interface EffectiveSetting {
  readonly setting: AlarmSetting;
  readonly origin: SettingOrigin;
}

/** The setting of the nearest layer that has the item; otherwise the product's default. */
export function effectiveSetting(
  key: AlarmItemKey,
  { template, cluster, object }: SettingLayers,
): EffectiveSetting {
  if (object?.[key]) return { setting: object[key], origin: 'object' };
  if (cluster[key]) return { setting: cluster[key], origin: 'cluster' };
  if (template[key]) return { setting: template[key], origin: 'template' };
  return { setting: alarmItems[key].standard, origin: 'standard' };
}

export type SettingError = 'noThreshold' | 'thresholdOrder' | 'notACondition' | 'window' | 'margin';

/** Why a setting must not be saved; null: it is valid. */
export function settingError(key: AlarmItemKey, setting: AlarmSetting): SettingError | null {
  const item: AlarmItem = alarmItems[key];
  const { warning, critical, windowMin, recoveryMargin } = setting;
  if (warning === null && critical === null) return 'noThreshold';
  if (item.unit === 'condition') {
    const isOne = (warning === 1 && critical === null) || (warning === null && critical === 1);
    if (!isOne || recoveryMargin !== 0) return 'notACondition';
  } else if (warning !== null && critical !== null) {
    if (item.worse === 'above' ? warning > critical : warning < critical) return 'thresholdOrder';
  }
  if ((windowMin === null) !== (item.standard.windowMin === null)) return 'window';
  const lowest = Math.min(warning ?? Number.POSITIVE_INFINITY, critical ?? Number.POSITIVE_INFINITY);
  // A value never falls below zero, so such an alarm would never recover.
  if (item.worse === 'above' && item.unit !== 'condition' && recoveryMargin > 0 && recoveryMargin >= lowest)
    return 'margin';
  return null;
}
