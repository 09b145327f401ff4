import {
  type AutoscalerMetric,
  type AutoscalerRecord,
  MAX_AUTOSCALER_METRICS,
} from '@gwanje/kinds/autoscaler/record';
import { parseQuantity } from '@gwanje/kinds/definition/quantity';
import { z } from 'zod';
import { Metadata, OptionalNumber, OptionalText, RawConditions } from '../raw.ts';
import { conditionsOf, nonNegativeInteger, shortText, shortTextOrNull } from '../shared.ts';

const OptionalQuantity = z.union([z.string(), z.number().transform(String)]).nullish();

const RawValue = z
  .object({
    averageUtilization: OptionalNumber,
    averageValue: OptionalQuantity,
    value: OptionalQuantity,
  })
  .nullish();

/** `target` in the spec, `current` in the status. */
const RawMetricSource = z
  .object({
    name: OptionalText,
    container: OptionalText,
    metric: z.object({ name: OptionalText }).nullish(),
    target: RawValue,
    current: RawValue,
  })
  .nullish();

const RawMetric = z.object({
  type: z.string(),
  resource: RawMetricSource,
  containerResource: RawMetricSource,
  pods: RawMetricSource,
  object: RawMetricSource,
  external: RawMetricSource,
});
type RawMetric = z.output<typeof RawMetric>;

const RawAutoscaler = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z.object({
    scaleTargetRef: z.object({ kind: z.string(), name: z.string() }),
    minReplicas: OptionalNumber,
    maxReplicas: z.number(),
    metrics: z.array(RawMetric).nullish(),
  }),
  status: z
    .object({
      currentReplicas: OptionalNumber,
      desiredReplicas: OptionalNumber,
      lastScaleTime: OptionalText,
      currentMetrics: z.array(RawMetric).nullish(),
      conditions: RawConditions,
    })
    .nullish(),
});

export function normaliseAutoscaler(object: unknown): AutoscalerRecord {
  const { metadata, spec, status } = RawAutoscaler.parse(object);
  const current = new Map((status?.currentMetrics ?? []).map((metric) => [keyOf(metric), sourceOf(metric)]));
  return {
    kind: 'autoscaler',
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    targetKind: shortText(spec.scaleTargetRef.kind),
    targetName: shortText(spec.scaleTargetRef.name),
    minCnt: nonNegativeInteger(spec.minReplicas ?? 1),
    maxCnt: nonNegativeInteger(spec.maxReplicas),
    currentCnt: nonNegativeInteger(status?.currentReplicas),
    desiredCnt: nonNegativeInteger(status?.desiredReplicas),
    lastScaleAt: status?.lastScaleTime ?? null,
    metrics: (spec.metrics ?? [])
      .slice(0, MAX_AUTOSCALER_METRICS)
      .map((metric) => metricOf(metric, current.get(keyOf(metric))?.current)),
    conditions: conditionsOf(status?.conditions).map(withoutValues),
  };
}

function sourceOf(metric: RawMetric) {
  const { resource, containerResource, pods, object, external } = metric;
  return resource ?? containerResource ?? pods ?? object ?? external;
}

function keyOf(metric: RawMetric): string {
  const source = sourceOf(metric);
  return `${metric.type} ${source?.name ?? source?.metric?.name} ${source?.container ?? ''}`;
}

function metricOf(metric: RawMetric, current: z.output<typeof RawValue>): AutoscalerMetric {
  const source = sourceOf(metric);
  const target = source?.target;
  const unit =
    typeof target?.averageUtilization === 'number' ? 'percent' : target?.averageValue ? 'average' : 'value';
  const amount = (value: z.output<typeof RawValue>) =>
    unit === 'percent'
      ? (value?.averageUtilization ?? null)
      : quantity(unit === 'average' ? value?.averageValue : value?.value);
  return {
    type: shortText(metric.type),
    name: shortText(source?.name ?? source?.metric?.name),
    container: shortTextOrNull(source?.container),
    unit,
    target: amount(target),
    current: rounded(amount(current)),
  };
}

function quantity(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : parseQuantity(text);
}

/** To three digits: the agent sends an autoscaler again when its metrics change visibly. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(3));
}

/** The message of a good condition contains the last value of its metric, which changes all the time. */
function withoutValues(condition: AutoscalerRecord['conditions'][number]) {
  return condition.type === 'ScalingActive' && condition.status === 'True'
    ? { ...condition, message: null }
    : condition;
}
