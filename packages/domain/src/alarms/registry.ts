import type { AlarmItemKey, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { AlarmItem, TargetOf } from './item.ts';
import { claimDaysUntilFull } from './items/claim/days-until-full.ts';
import { claimInodes } from './items/claim/inodes.ts';
import { claimLost } from './items/claim/lost.ts';
import { claimPending } from './items/claim/pending.ts';
import { claimUsage } from './items/claim/usage.ts';
import { clusterApiUnreachable } from './items/cluster/api-unreachable.ts';
import { clusterCpuRequests } from './items/cluster/cpu-requests.ts';
import { clusterCpuUsage } from './items/cluster/cpu-usage.ts';
import { clusterMemRequests } from './items/cluster/mem-requests.ts';
import { clusterMemUsage } from './items/cluster/mem-usage.ts';
import { clusterNoData } from './items/cluster/no-data.ts';
import { clusterNodesNotReady } from './items/cluster/nodes-not-ready.ts';
import { clusterPodsPending } from './items/cluster/pods-pending.ts';
import { clusterPvUnbound } from './items/cluster/pv-unbound.ts';
import { clusterPvUtilization } from './items/cluster/pv-utilization.ts';
import { namespaceQuotaUsage } from './items/namespace/quota-usage.ts';
import { nodeCpuUsage } from './items/node/cpu-usage.ts';
import { nodeDiskPressure } from './items/node/disk-pressure.ts';
import { nodeFileSystem } from './items/node/file-system.ts';
import { nodeInodes } from './items/node/inodes.ts';
import { nodeMemUsage } from './items/node/mem-usage.ts';
import { nodeMemoryPressure } from './items/node/memory-pressure.ts';
import { nodeNetErrors } from './items/node/net-errors.ts';
import { nodeNetRx } from './items/node/net-rx.ts';
import { nodeNetTx } from './items/node/net-tx.ts';
import { nodeNetworkUnavailable } from './items/node/network-unavailable.ts';
import { nodeNotReady } from './items/node/not-ready.ts';
import { nodePidPressure } from './items/node/pid-pressure.ts';
import { nodeUnschedulable } from './items/node/unschedulable.ts';
import { podCpuUsage } from './items/pod/cpu-usage.ts';
import { podCrashLoop } from './items/pod/crash-loop.ts';
import { podEphemeral } from './items/pod/ephemeral.ts';
import { podFailed } from './items/pod/failed.ts';
import { podImagePull } from './items/pod/image-pull.ts';
import { podMemUsage } from './items/pod/mem-usage.ts';
import { podNetRx } from './items/pod/net-rx.ts';
import { podNetTx } from './items/pod/net-tx.ts';
import { podNotReady } from './items/pod/not-ready.ts';
import { podOomKilled } from './items/pod/oom-killed.ts';
import { podPending } from './items/pod/pending.ts';
import { podRestarts } from './items/pod/restarts.ts';
import { volumeFailed } from './items/volume/failed.ts';
import { volumePending } from './items/volume/pending.ts';
import { volumeReleased } from './items/volume/released.ts';
import { workloadReplicasUnavailable } from './items/workload/replicas-unavailable.ts';

/**
 * Every alarm item. A new item needs a key in contract/alarm-items.ts, its file in items/<target>, a line
 * here and a row in items.test.ts. The compiler reports a key without an item; the test reports an item
 * without a row.
 */
export const alarmItems = {
  'cluster.noData': clusterNoData,
  'cluster.apiUnreachable': clusterApiUnreachable,
  'cluster.nodesNotReady': clusterNodesNotReady,
  'cluster.podsPending': clusterPodsPending,
  'cluster.cpuUsage': clusterCpuUsage,
  'cluster.memUsage': clusterMemUsage,
  'cluster.cpuRequests': clusterCpuRequests,
  'cluster.memRequests': clusterMemRequests,
  'cluster.pvUtilization': clusterPvUtilization,
  'cluster.pvUnbound': clusterPvUnbound,
  'node.notReady': nodeNotReady,
  'node.memoryPressure': nodeMemoryPressure,
  'node.diskPressure': nodeDiskPressure,
  'node.pidPressure': nodePidPressure,
  'node.networkUnavailable': nodeNetworkUnavailable,
  'node.unschedulable': nodeUnschedulable,
  'node.cpuUsage': nodeCpuUsage,
  'node.memUsage': nodeMemUsage,
  'node.fileSystem': nodeFileSystem,
  'node.inodes': nodeInodes,
  'node.netRx': nodeNetRx,
  'node.netTx': nodeNetTx,
  'node.netErrors': nodeNetErrors,
  'pod.failed': podFailed,
  'pod.pending': podPending,
  'pod.notReady': podNotReady,
  'pod.crashLoop': podCrashLoop,
  'pod.oomKilled': podOomKilled,
  'pod.imagePull': podImagePull,
  'pod.restarts': podRestarts,
  'pod.cpuUsage': podCpuUsage,
  'pod.memUsage': podMemUsage,
  'pod.ephemeral': podEphemeral,
  'pod.netRx': podNetRx,
  'pod.netTx': podNetTx,
  'volume.failed': volumeFailed,
  'volume.released': volumeReleased,
  'volume.pending': volumePending,
  'claim.pending': claimPending,
  'claim.lost': claimLost,
  'claim.usage': claimUsage,
  'claim.inodes': claimInodes,
  'claim.daysUntilFull': claimDaysUntilFull,
  'namespace.quotaUsage': namespaceQuotaUsage,
  'workload.replicasUnavailable': workloadReplicasUnavailable,
} as const satisfies { readonly [Key in AlarmItemKey]: AlarmItem<TargetOf<Key>> };

/** In the order of the contract's table. */
export function itemsOf<Target extends AlarmTarget>(target: Target): readonly AlarmItem<Target>[] {
  return Object.values(alarmItems).filter((item) => item.target === target) as unknown as AlarmItem<Target>[];
}
