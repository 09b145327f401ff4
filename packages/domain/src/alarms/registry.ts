import type {
  AlarmItemKey,
  AlarmSetting,
  AlarmSettings,
  AlarmTarget,
  SettingOrigin,
} from '@gwanje/contract/alarms/alarm-items';
import type { AlarmItem } from './item.ts';
import { autoscalerItems } from './items/autoscaler-items.ts';
import { claimItems } from './items/claim-items.ts';
import { clusterItems } from './items/cluster-items.ts';
import { disruptionBudgetItems } from './items/disruption-budget-items.ts';
import { nodeItems } from './items/node-items.ts';
import { podItems } from './items/pod-items.ts';
import { quotaItems } from './items/quota-items.ts';
import { volumeItems } from './items/volume-items.ts';
import { workloadItems } from './items/workload-items.ts';

/** The items of each target, in the order of the contract's keys. */
const items: { readonly [Target in AlarmTarget]: readonly AlarmItem<Target>[] } = {
  cluster: clusterItems,
  node: nodeItems,
  pod: podItems,
  volume: volumeItems,
  claim: claimItems,
  quota: quotaItems,
  workload: workloadItems,
  autoscaler: autoscalerItems,
  disruptionBudget: disruptionBudgetItems,
};

export const alarmItems = Object.fromEntries(
  Object.values(items).flatMap((ofTarget: readonly AlarmItem[]) => ofTarget.map((item) => [item.key, item])),
) as Readonly<Record<AlarmItemKey, AlarmItem>>;

export function itemsOf<Target extends AlarmTarget>(target: Target): readonly AlarmItem<Target>[] {
  return items[target];
}

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
