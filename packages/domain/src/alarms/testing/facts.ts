import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { ClaimFacts, ClusterFacts, FactsOf, NodeFacts, PodFacts, VolumeFacts } from '../facts.ts';

/* Healthy objects. */

const cluster: ClusterFacts = {
  silentMin: 0,
  isApiReachable: true,
  nodeNotReadyCnt: 0,
  podPendingCnt: 0,
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

const volume: VolumeFacts = { phase: 'Bound' };

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
};
