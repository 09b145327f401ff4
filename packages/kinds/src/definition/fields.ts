import type { Column } from '@gwanje/contract/definition/columns';
import * as listed from '@gwanje/contract/definition/columns';
import { z } from 'zod';

/*
 * Fields of a compact state, as plain JSON. -1: a request or limit is not set; null: absent or unknown; times
 * in ms. The live state keeps each field in one typed array; history stores the state as JSON.
 */

export type StoreType = 'text' | 'textOrNull' | 'choice' | 'number' | 'numberOrNull' | 'flag' | 'flagOrNull';

export interface Field<
  Store extends StoreType = StoreType,
  Schema extends z.ZodType = z.ZodType,
  Listed extends Column = Column,
> {
  readonly store: Store;
  readonly schema: Schema;
  /** The same value as a column of a list. */
  readonly listed: Listed;
  readonly choices?: readonly string[];
  /** Whether a change of it is written to the history of the object. */
  readonly isTracked: boolean;
}
export type Fields = Readonly<Record<string, Field>>;
export type StateOf<F extends Fields> = { -readonly [Key in keyof F]: z.output<F[Key]['schema']> };

function field<Store extends StoreType, Schema extends z.ZodType, Listed extends Column>(
  store: Store,
  schema: Schema,
  column: Listed,
): Field<Store, Schema, Listed> {
  return { store, schema, listed: column, isTracked: false };
}

export const text = () => field('text', z.string(), listed.text());
export const textOrNull = () => field('textOrNull', z.string().nullable(), listed.textOrNull());
/** -1: not set. */
export const number = () => field('number', z.number(), listed.number());
export const numberOrNull = () => field('numberOrNull', z.number().nullable(), listed.number());
export const flag = () => field('flag', z.boolean(), listed.flag());
export const flagOrNull = () => field('flagOrNull', z.boolean().nullable(), listed.flagOrNull());
/** In ms; listed as a time. */
export const msOrNull = () => field('numberOrNull', z.number().nullable(), listed.time());

export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return { ...field('choice', z.enum(choices), listed.choice(choices)), choices };
}

export function tracked<F extends Field>(field: F): F {
  return { ...field, isTracked: true };
}

type Shape<F extends Fields> = { [Key in keyof F]: F[Key]['schema'] };

export function stateSchema<F extends Fields>(fields: F): z.ZodObject<Shape<F>> {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]));
  return z.object(shape as Shape<F>);
}

export type MetricUnit = 'cores' | 'bytes' | 'bytesPerSecond' | 'perSecond' | 'ratio' | 'count';

/**
 * Stored decimals per unit. The kubelet's gauges (nanocores, bytes, counts) lose nothing; rates keep a
 * hundredth or better.
 */
export const unitDecimals: Readonly<Record<MetricUnit, number>> = {
  cores: 9,
  bytes: 0,
  bytesPerSecond: 2,
  perSecond: 4,
  ratio: 6,
  count: 2,
};

/** The kubelet's summary, its cAdvisor page, or sums computed by the server. */
export type MetricOrigin = 'summary' | 'cadvisor' | 'derived';

export interface Metric<Origin extends MetricOrigin = MetricOrigin> {
  readonly unit: MetricUnit;
  readonly origin: Origin;
}

export function metric<Origin extends MetricOrigin = 'summary'>(
  unit: MetricUnit,
  origin = 'summary' as Origin,
): Metric<Origin> {
  return { unit, origin };
}
