import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  choice,
  msOrNull,
  number,
  numberOrNull,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { msOfTime } from '../definition/record-fields.ts';
import { type AutoscalerMetric, AutoscalerRecord } from './record.ts';

/** Worst first. failing: it cannot read its metrics or scale its target; inactive: its target has 0 replicas. */
export const autoscalerStates = ['failing', 'atMaximum', 'inactive', 'active'] as const;
export type AutoscalerStatus = (typeof autoscalerStates)[number];

export const autoscalerFields = {
  name: text(),
  namespace: text(),
  targetKind: text(),
  targetName: text(),
  status: tracked(choice(autoscalerStates)),
  minCnt: tracked(number()),
  maxCnt: tracked(number()),
  currentCnt: number(),
  desiredCnt: tracked(number()),
  /** Since when it would need more replicas than its maximum, or scaled to it. Null: it is below. */
  atMaximumSince: msOrNull(),
  lastScaleTime: msOrNull(),
  /** The metric that is highest in % of its target. */
  topMetric: textOrNull(),
  topMetricPercent: numberOrNull(),
} as const;

export type AutoscalerState = StateOf<typeof autoscalerFields>;

export function autoscalerState(record: AutoscalerRecord): AutoscalerState {
  const { name, namespace, targetKind, targetName, minCnt, maxCnt, currentCnt, desiredCnt } = record;
  const status = statusOf(record);
  const top = record.metrics.reduce<AutoscalerMetric | null>(
    (top, metric) => (percentOf(metric) > (top === null ? -1 : percentOf(top)) ? metric : top),
    null,
  );
  return {
    name,
    namespace,
    targetKind,
    targetName,
    status,
    minCnt,
    maxCnt,
    currentCnt,
    desiredCnt,
    atMaximumSince: status === 'atMaximum' ? atMaximumSince(record) : null,
    lastScaleTime: msOfTime(record.lastScaleAt),
    topMetric: top?.name ?? null,
    topMetricPercent: top === null ? null : percentOf(top),
  };
}

function conditionOf({ conditions }: AutoscalerRecord, type: string) {
  return conditions.find((condition) => condition.type === type);
}

function statusOf(record: AutoscalerRecord): AutoscalerStatus {
  const { minCnt, maxCnt, desiredCnt } = record;
  const active = conditionOf(record, 'ScalingActive');
  if (active?.status === 'False' && active.reason === 'ScalingDisabled') return 'inactive';
  if (active?.status === 'False' || conditionOf(record, 'AbleToScale')?.status === 'False') return 'failing';
  // An autoscaler without room, whose minimum is its maximum, is always there.
  return desiredCnt >= maxCnt && maxCnt > minCnt ? 'atMaximum' : 'active';
}

function atMaximumSince(record: AutoscalerRecord): number | null {
  const limited = conditionOf(record, 'ScalingLimited');
  const isLimited = limited?.status === 'True' && limited.reason === 'TooManyReplicas';
  return msOfTime((isLimited ? limited.changedAt : null) ?? record.lastScaleAt);
}

/** In % of the target, without decimals: it changes all the time. -1: unknown. */
function percentOf({ current, target }: AutoscalerMetric): number {
  return current === null || target === null || target <= 0 ? -1 : Math.round((current / target) * 100);
}

export const AutoscalerId = idSchema('AutoscalerId');

export const autoscalerColumns = {
  autoscalerId: column.ownId(AutoscalerId),
  ...column.clusterColumns,
  ...column.stateColumns(autoscalerFields),
  ...column.watchColumns,
  ...column.lifeColumns,
} as const;

export const AutoscalerRow = rowOf(autoscalerColumns);
export type AutoscalerRow = z.infer<typeof AutoscalerRow>;

/** A HorizontalPodAutoscaler. */
export const autoscaler = defineKind({
  key: 'autoscaler',
  plural: 'autoscalers',
  idName: 'autoscalerId',
  labels: { ko: '오토스케일러(HPA)', en: 'Autoscaler (HPA)' },
  icon: 'mdi-arrow-expand-horizontal',
  abbreviation: 'HPA',
  tabs: ['summary'],
  kubectl: 'hpa',
  isOptional: true,
  sources: [
    {
      record: 'autoscaler',
      group: 'autoscaling',
      version: 'v2',
      resource: 'horizontalpodautoscalers',
      kubernetesKind: 'HorizontalPodAutoscaler',
      nameUniqueIn: 'namespace',
    },
  ],
  record: AutoscalerRecord,
  fields: autoscalerFields,
  stateSchema: stateSchema(autoscalerFields),
  state: autoscalerState,
  detail: ({ metrics, conditions }: AutoscalerRecord) => ({ metricList: metrics, conditions }),
  columns: autoscalerColumns,
  canBeExcluded: true,
  reads: [],
});
