import type { AlarmItemKey, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { AlarmItem } from './item.ts';
import { claimItems } from './items/claim-items.ts';
import { clusterItems } from './items/cluster-items.ts';
import { namespaceItems } from './items/namespace-items.ts';
import { nodeItems } from './items/node-items.ts';
import { podItems } from './items/pod-items.ts';
import { volumeItems } from './items/volume-items.ts';
import { workloadItems } from './items/workload-items.ts';

/** The items of each target, in the order of the contract's keys. */
const items: { readonly [Target in AlarmTarget]: readonly AlarmItem<Target>[] } = {
  cluster: clusterItems,
  node: nodeItems,
  pod: podItems,
  volume: volumeItems,
  claim: claimItems,
  namespace: namespaceItems,
  workload: workloadItems,
};

export const alarmItems = Object.fromEntries(
  Object.values(items).flatMap((ofTarget: readonly AlarmItem[]) => ofTarget.map((item) => [item.key, item])),
) as Readonly<Record<AlarmItemKey, AlarmItem>>;

export function itemsOf<Target extends AlarmTarget>(target: Target): readonly AlarmItem<Target>[] {
  return items[target];
}
