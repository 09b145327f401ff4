/** The facts that alarm items read. */
export interface DisruptionBudgetFacts {
  /** It allows no eviction, and pods of its workloads, or pods without an owner, run on a node that is unschedulable. */
  readonly isBlockingDrain: boolean;
}
