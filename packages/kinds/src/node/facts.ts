import type { NodeCondition } from '@gwanje/contract/objects/object-states';

/** The facts that alarm items read. NaN: unknown or stale. */
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
