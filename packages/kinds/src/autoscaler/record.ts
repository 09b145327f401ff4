import { z } from 'zod';
import { Condition, Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const MAX_AUTOSCALER_METRICS = 30;

/** In replicas of the target, percent, cores, bytes, or whatever unit a custom metric has. */
const Amount = z.number().nullable();

/** A metric that an autoscaler reads, with its target. */
export const AutoscalerMetric = z.object({
  /** `Resource`, `ContainerResource`, `Pods`, `Object` or `External`. */
  type: ShortText,
  /** `cpu`, `memory` or the name of a custom metric. */
  name: ShortText,
  container: Name.nullable(),
  /** percent: of the requests; average: per pod; value: of the whole target. */
  unit: z.enum(['percent', 'average', 'value']),
  target: Amount,
  /** Null until the metric was read once, and while it cannot be read. */
  current: Amount,
});
export type AutoscalerMetric = z.infer<typeof AutoscalerMetric>;

export const AutoscalerRecord = z.object({
  kind: z.literal('autoscaler'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  /** The object that it scales: its kind, such as `Deployment`, and its name in the same namespace. */
  targetKind: ShortText,
  targetName: Name,
  minCnt: z.int().min(0),
  maxCnt: z.int().min(0),
  currentCnt: z.int().min(0),
  desiredCnt: z.int().min(0),
  lastScaleAt: Time.nullable(),
  metrics: z.array(AutoscalerMetric).max(MAX_AUTOSCALER_METRICS),
  conditions: z.array(Condition).max(100),
});
export type AutoscalerRecord = z.infer<typeof AutoscalerRecord>;
