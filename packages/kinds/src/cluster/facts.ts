/** The facts that alarm items read. NaN: unknown or stale. */
export interface ClusterFacts {
  /** Minutes since an agent last sent the states of nodes and pods; NaN: unknown. */
  readonly silentMin: number;
  readonly isApiReachable: boolean | null;
  readonly nodeNotReadyCnt: number;
  readonly podPendingCnt: number;
  /** Share of the nodes that are ready and send no statistics. */
  readonly statisticsMissingPct: number;
  readonly cpuUsedPct: number;
  readonly memUsedPct: number;
  readonly cpuRequestPct: number;
  readonly memRequestPct: number;
  readonly pvUtilizationPct: number;
  readonly pvUnboundCnt: number;
}
