import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';

/**
 * What an alarm shows. A rule names the symptoms that its change can lead to.
 * crash: containers fail · start: containers cannot start · placement: pods find no node · availability: a workload has
 * too few pods · usage: CPU, memory, disk or network · requests: sums of requests and quotas · node: a node fails ·
 * storage: volumes and claims · contact: data is missing
 */
export type Symptom =
  | 'crash'
  | 'start'
  | 'placement'
  | 'availability'
  | 'usage'
  | 'requests'
  | 'node'
  | 'storage'
  | 'contact';

export const symptomOf: Readonly<Record<AlarmItemKey, Symptom>> = {
  'cluster.noData': 'contact',
  'cluster.apiUnreachable': 'contact',
  'cluster.nodesNotReady': 'node',
  'cluster.podsPending': 'placement',
  'cluster.statisticsMissing': 'contact',
  'cluster.cpuUsage': 'usage',
  'cluster.memUsage': 'usage',
  'cluster.cpuRequests': 'requests',
  'cluster.memRequests': 'requests',
  'cluster.pvUtilization': 'storage',
  'cluster.pvUnbound': 'storage',
  'node.notReady': 'node',
  'node.memoryPressure': 'usage',
  'node.diskPressure': 'usage',
  'node.pidPressure': 'usage',
  'node.networkUnavailable': 'node',
  'node.unschedulable': 'node',
  'node.cpuUsage': 'usage',
  'node.memUsage': 'usage',
  'node.fileSystem': 'usage',
  'node.inodes': 'usage',
  'node.netRx': 'usage',
  'node.netTx': 'usage',
  'node.netErrors': 'node',
  'pod.failed': 'crash',
  'pod.pending': 'placement',
  'pod.notReady': 'crash',
  'pod.crashLoop': 'crash',
  'pod.oomKilled': 'crash',
  'pod.imagePull': 'start',
  'pod.restarts': 'crash',
  'pod.terminating': 'node',
  'pod.cpuUsage': 'usage',
  'pod.memUsage': 'usage',
  'pod.ephemeral': 'usage',
  'pod.netRx': 'usage',
  'pod.netTx': 'usage',
  'volume.failed': 'storage',
  'volume.released': 'storage',
  'volume.pending': 'storage',
  'claim.pending': 'storage',
  'claim.lost': 'storage',
  'claim.usage': 'storage',
  'claim.inodes': 'storage',
  'claim.daysUntilFull': 'storage',
  'quota.usage': 'requests',
  'workload.replicasUnavailable': 'availability',
  'workload.rolloutStuck': 'availability',
  'workload.jobFailed': 'availability',
  'workload.cronJobLate': 'availability',
  'autoscaler.atMaximum': 'usage',
  'disruptionBudget.blocksDrain': 'placement',
};
