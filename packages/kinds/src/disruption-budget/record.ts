import { z } from 'zod';
import { Condition, Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const MAX_COVERED_WORKLOADS = 50;

/** A workload whose pods a budget covers: its kind, such as `Deployment`, and its name. `Pod`: a pod without an owner. */
export const CoveredWorkload = z.object({ kind: ShortText, name: Name });
export type CoveredWorkload = z.infer<typeof CoveredWorkload>;

const Count = z.int().min(0);

export const DisruptionBudgetRecord = z.object({
  kind: z.literal('disruptionBudget'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  /** A count or a percentage, as text; null: not set. */
  minAvailable: ShortText.nullable(),
  maxUnavailable: ShortText.nullable(),
  /** As kubectl shows it: `app=web,tier in (a,b)`. Empty: all pods of the namespace; null: no pod. */
  selector: z.string().max(1024).nullable(),
  /** Pods that are healthy, must be healthy, and exist; and how many may be evicted now. */
  healthyCnt: Count,
  desiredCnt: Count,
  expectedCnt: Count,
  allowedCnt: Count,
  /** Deployments and stateful sets of the namespace whose pod template the selector selects, and pods without an owner. */
  workloads: z.array(CoveredWorkload).max(MAX_COVERED_WORKLOADS),
  conditions: z.array(Condition).max(100),
});
export type DisruptionBudgetRecord = z.infer<typeof DisruptionBudgetRecord>;
