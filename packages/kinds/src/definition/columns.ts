import {
  type Column,
  choice,
  flag,
  id,
  idOrNull,
  number,
  text,
  time,
} from '@gwanje/contract/definition/columns';
import { HostId } from '@gwanje/contract/definition/fields';
import { monResults } from '@gwanje/contract/objects/object-states';
import type { z } from 'zod';
import type { Fields, Metric } from './fields.ts';

/*
 * Columns of a list. Each declares its value in a row and how the server reads it. The live list, history,
 * filters, sort keys, the console's table and exports are derived from it.
 */

/** Values that the server keeps for every object. */
export type ObjectValue =
  | 'monResult'
  | 'alarmCnt'
  | 'isMonitored'
  | 'isStale'
  | 'dataAt'
  | 'createdAt'
  | 'firstSeenAt'
  | 'lastSeenAt'
  | 'deletedAt';

/** Where the server reads a column. */
export type Origin =
  /** The object's own id. */
  | { readonly from: 'id' }
  | { readonly from: 'cluster'; readonly value: 'hostId' | 'name' }
  | { readonly from: 'object'; readonly value: ObjectValue }
  /** A field of the compact state. */
  | { readonly from: 'state'; readonly field: string }
  | { readonly from: 'metric'; readonly metric: string }
  /** A metric in % of another metric or of a field. */
  | { readonly from: 'share'; readonly part: string; readonly whole: string }
  /** A column of the pod that a container belongs to. */
  | { readonly from: 'parent'; readonly column: string }
  /** The live state computes it from other objects; `isMeasured`: from their metrics. */
  | { readonly from: 'computed'; readonly isMeasured: boolean };

export type ListColumn<C extends Column = Column, From extends Origin = Origin> = C & {
  readonly origin: From;
};
export type ListColumns = Readonly<Record<string, ListColumn>>;

export function listColumn<C extends Column, const From extends Origin>(
  shape: C,
  origin: From,
): ListColumn<C, From> {
  return { ...shape, origin };
}

export function ownId<Schema extends z.ZodType<number>>(schema: Schema) {
  return listColumn(id(schema), { from: 'id' });
}

export const clusterColumns = {
  hostId: listColumn(id(HostId), { from: 'cluster', value: 'hostId' }),
  clusterName: listColumn(text(), { from: 'cluster', value: 'name' }),
} as const;

/** Columns of the kinds that alarms monitor. */
export const watchColumns = {
  monResult: listColumn(choice(monResults), { from: 'object', value: 'monResult' }),
  alarmCnt: listColumn(number(), { from: 'object', value: 'alarmCnt' }),
} as const;

export const lifeColumns = {
  isMonitored: listColumn(flag(), { from: 'object', value: 'isMonitored' }),
  isStale: listColumn(flag(), { from: 'object', value: 'isStale' }),
  /** Time of the newest sample. */
  dataAt: listColumn(time(), { from: 'object', value: 'dataAt' }),
  createdAt: listColumn(time(), { from: 'object', value: 'createdAt' }),
  firstSeenAt: listColumn(time(), { from: 'object', value: 'firstSeenAt' }),
  lastSeenAt: listColumn(time(), { from: 'object', value: 'lastSeenAt' }),
  deletedAt: listColumn(time(), { from: 'object', value: 'deletedAt' }),
} as const;

/** The fields of the state under their own names, without those that no list shows. */
export function stateColumns<F extends Fields, const Hidden extends keyof F & string = never>(
  fields: F,
  hidden: readonly Hidden[] = [],
) {
  const listed = Object.keys(fields).filter((field) => !hidden.some((key) => key === field));
  return Object.fromEntries(listed.map((field) => [field, stateColumn(fields, field)])) as {
    readonly [K in Exclude<keyof F & string, Hidden>]: StateColumn<F, K>;
  };
}

/** A field of the state under another name. */
export function stateColumn<F extends Fields, const Key extends keyof F & string>(
  fields: F,
  field: Key,
): StateColumn<F, Key> {
  const { [field]: found } = fields;
  if (found === undefined) throw new Error(`no field ${field}`);
  return listColumn(found.listed, { from: 'state', field });
}

type StateColumn<F extends Fields, Key extends keyof F> = ListColumn<
  F[Key]['listed'],
  { readonly from: 'state'; readonly field: Key & string }
>;

type Metrics = Readonly<Record<string, Metric>>;

export function metricColumns<M extends Metrics, const Key extends keyof M & string = keyof M & string>(
  metrics: M,
  keys: readonly Key[] = Object.keys(metrics) as Key[],
) {
  const columns = keys.map((metric) => [metric, listColumn(number(), { from: 'metric', metric })]);
  return Object.fromEntries(columns) as {
    readonly [K in Key]: ListColumn<ReturnType<typeof number>, { from: 'metric'; metric: K }>;
  };
}

/** Makes columns that show a metric in % of another metric or of a field. */
export function shareOf<M extends Metrics, F extends Fields>(_metrics: M, _fields: F) {
  return (part: keyof M & string, whole: (keyof M | keyof F) & string) =>
    listColumn(number(), { from: 'share', part, whole });
}

export function computed<C extends Column>(field: { readonly listed: C }) {
  return listColumn(field.listed, { from: 'computed', isMeasured: false });
}

export function computedFromMetrics<C extends Column>(field: { readonly listed: C }) {
  return listColumn(field.listed, { from: 'computed', isMeasured: true });
}

export function computedId<Schema extends z.ZodType<number>>(schema: Schema) {
  return listColumn(idOrNull(schema), { from: 'computed', isMeasured: false });
}

/** Whether metrics decide the value. */
export function isMeasured({ origin }: ListColumn): boolean {
  switch (origin.from) {
    case 'metric':
    case 'share':
      return true;
    case 'computed':
      return origin.isMeasured;
    case 'object':
      return origin.value === 'monResult' || origin.value === 'isStale' || origin.value === 'dataAt';
    default:
      return false;
  }
}
