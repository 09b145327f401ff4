import type { PodPhase } from '@gwanje/contract/objects/object-states';

/** The facts that alarm items read. NaN: unknown or stale. */
export interface PodFacts {
  readonly phase: PodPhase;
  /** The pod is being deleted, so its state is no failure. */
  readonly isTerminating: boolean;
  /** Since its deletion should have been finished; NaN: it is not being deleted. */
  readonly terminatingMin: number;
  /** A later pod of the same job or cron job has succeeded. */
  readonly isSuperseded: boolean;
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
