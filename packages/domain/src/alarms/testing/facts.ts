import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { ClaimFacts } from '@gwanje/kinds/claim/facts';
import type { ClusterFacts } from '@gwanje/kinds/cluster/facts';
import type { NodeFacts } from '@gwanje/kinds/node/facts';
import type { PodFacts } from '@gwanje/kinds/pod/facts';
import type { FactsOf } from '@gwanje/kinds/state/facts';

/* Healthy objects. */

const cluster: ClusterFacts = {
  silentMin: 0,
  isApiReachable: true,
  nodeNotReadyCnt: 0,
  podPendingCnt: 0,
  statisticsMissingPct: 0,
  cpuUsedPct: 20,
  memUsedPct: 20,
  cpuRequestPct: 40,
  memRequestPct: 40,
  pvUtilizationPct: 20,
  pvUnboundCnt: 0,
};

const node: NodeFacts = {
  condition: 'Ready',
  isSchedulable: true,
  hasTrouble: () => false,
  cpuUsedPct: 20,
  memUsedPct: 20,
  fsUsedPct: 20,
  inodesUsedPct: 5,
  netRxBps: 1e6,
  netTxBps: 1e6,
  netErrorsPs: 0,
};

const pod: PodFacts = {
  phase: 'Running',
  isTerminating: false,
  terminatingMin: Number.NaN,
  isSuperseded: false,
  ageMin: 60,
  readyCnt: 2,
  containerCnt: 2,
  isCrashLooping: false,
  isImagePullFailing: false,
  oomKilledMinAgo: Number.NaN,
  restartsWithin: () => 0,
  cpuUsedCores: 0.1,
  cpuLimitCores: 1,
  memUsedBytes: 1e8,
  memLimitBytes: 1e9,
  ephemeralUsedBytes: 1e6,
  netRxBps: 1e4,
  netTxBps: 1e4,
};

const volume: FactsOf['volume'] = {
  name: 'pv-data',
  phase: 'Bound',
  reason: null,
  storageClass: null,
  accessModes: 'RWO',
  capacityBytes: 1e10,
  reclaimPolicy: null,
  driver: null,
  claimNamespace: null,
  claimName: null,
};

const namespace: FactsOf['namespace'] = {
  name: 'shop',
  phase: 'Active',
  quotaCnt: 1,
  quotaUsedPercent: 40,
  quotaResource: 'pods',
};

const workload: FactsOf['workload'] = {
  name: 'web',
  namespace: 'shop',
  type: 'deployment',
  ownerKind: null,
  ownerName: null,
  desiredCnt: 3,
  readyCnt: 3,
  updatedCnt: 3,
  availableCnt: 3,
  images: 'web:1',
  schedule: null,
  isSuspended: null,
  lastRunTime: null,
  lastSuccessAtMs: null,
  activeCnt: null,
};

const claim: ClaimFacts = {
  phase: 'Bound',
  usedPct: 20,
  inodesUsedPct: 5,
  daysUntilFull: Number.POSITIVE_INFINITY,
};

export const healthy: { readonly [Target in AlarmTarget]: FactsOf[Target] } = {
  cluster,
  node,
  pod,
  volume,
  claim,
  namespace,
  workload,
};
