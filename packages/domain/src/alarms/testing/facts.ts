import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { ClaimFacts } from '@gwanje/kinds/claim/facts';
import type { ClusterFacts } from '@gwanje/kinds/cluster/facts';
import type { DisruptionBudgetFacts } from '@gwanje/kinds/disruption-budget/facts';
import type { NodeFacts } from '@gwanje/kinds/node/facts';
import type { PodFacts } from '@gwanje/kinds/pod/facts';
import type { FactsOf } from '@gwanje/kinds/state/facts';
import type { WorkloadFacts } from '@gwanje/kinds/workload/facts';

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

const quota: FactsOf['quota'] = {
  name: 'compute',
  namespace: 'shop',
  usedPercent: 40,
  topResource: 'pods',
  resourceCnt: 2,
  scopes: '',
};

const autoscaler: FactsOf['autoscaler'] = {
  name: 'web',
  namespace: 'shop',
  targetKind: 'Deployment',
  targetName: 'web',
  status: 'active',
  minCnt: 2,
  maxCnt: 10,
  currentCnt: 3,
  desiredCnt: 3,
  atMaximumSince: null,
  lastScaleTime: null,
  topMetric: 'cpu',
  topMetricPercent: 60,
};

const disruptionBudget: DisruptionBudgetFacts = { isBlockingDrain: false };

const workload: WorkloadFacts = {
  type: 'deployment',
  desiredCnt: 3,
  availableCnt: 3,
  rolloutPhase: 'finished',
  updateStrategy: 'RollingUpdate',
  jobOutcome: null,
  noProgressMin: 300,
  isSuperseded: false,
  cronJobLateMin: Number.NaN,
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
  quota,
  workload,
  autoscaler,
  disruptionBudget,
};
