import type { NodeCondition, PodPhase } from '@gwanje/contract/clusters/states';

/*
 * The facts that items read. NaN: unknown or stale. An item must not keep the facts object: the engine moves
 * one view over a hundred thousand pods.
 */

export interface ClusterFacts {
  /** Minutes since the last contact of any agent; NaN: there was none. */
  readonly silentMin: number;
  readonly isApiReachable: boolean | null;
  readonly nodeNotReadyCnt: number;
  readonly podPendingCnt: number;
  readonly cpuUsedPct: number;
  readonly memUsedPct: number;
  readonly cpuRequestPct: number;
  readonly memRequestPct: number;
  readonly pvUtilizationPct: number;
  readonly pvUnboundCnt: number;
}

export interface NodeFacts {
  readonly condition: NodeCondition;
  readonly isSchedulable: boolean;
  hasTrouble(condition: NodeCondition): boolean;
  readonly cpuUsedPct: number;
  readonly memUsedPct: number;
  readonly fsUsedPct: number;
  readonly inodesUsedPct: number;
  readonly netRxBps: number;
  readonly netTxBps: number;
  readonly netErrorsPs: number;
}

export interface PodFacts {
  readonly phase: PodPhase;
  /** The pod is being deleted, so its state is no failure. */
  readonly isTerminating: boolean;
  readonly ageMin: number;
  readonly readyCnt: number;
  readonly containerCnt: number;
  readonly isCrashLooping: boolean;
  readonly isImagePullFailing: boolean;
  /** NaN: no container was OOM killed. */
  readonly oomKilledMinAgo: number;
  restartsWithin(windowMin: number): number;
  readonly cpuUsedCores: number;
  /** -1: not set. */
  readonly cpuLimitCores: number;
  readonly memUsedBytes: number;
  readonly memLimitBytes: number;
  readonly ephemeralUsedBytes: number;
  readonly netRxBps: number;
  readonly netTxBps: number;
}

export interface VolumeFacts {
  readonly phase: 'Failed' | 'Released' | 'Pending' | 'Available' | 'Bound';
}

export interface ClaimFacts {
  readonly phase: 'Lost' | 'Pending' | 'Bound';
  readonly usedPct: number;
  readonly inodesUsedPct: number;
  /** Infinity: the usage does not grow. */
  readonly daysUntilFull: number;
}

export interface FactsOf {
  readonly cluster: ClusterFacts;
  readonly node: NodeFacts;
  readonly pod: PodFacts;
  readonly volume: VolumeFacts;
  readonly claim: ClaimFacts;
}

/** Waiting reasons of a container that is in trouble. */
export const crashLoopReasons: readonly string[] = ['CrashLoopBackOff'];
export const imagePullReasons: readonly string[] = [
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'RegistryUnavailable',
  'ImageInspectError',
];
