import type { WorkloadState } from './index.ts';

/** The facts that alarm items read. NaN: unknown. */
export interface WorkloadFacts
  extends Pick<
    WorkloadState,
    'type' | 'desiredCnt' | 'availableCnt' | 'rolloutPhase' | 'updateStrategy' | 'jobOutcome'
  > {
  /** Since its rollout last came further. */
  readonly noProgressMin: number;
  /** A later run of the job's cron job has succeeded. */
  readonly isSuperseded: boolean;
  /** Since the first run of a cron job that should have begun; 0: none. */
  readonly cronJobLateMin: number;
}
