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

const isTrackedByDefault: boolean = false;

export function text() {
  return { store: 'text', schema: z.string(), listed: listed.text(), isTracked: isTrackedByDefault } as const;
}

export function textOrNull() {
  const schema = z.string().nullable();
  return { store: 'textOrNull', schema, listed: listed.textOrNull(), isTracked: isTrackedByDefault } as const;
}

export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  const schema = z.enum(choices);
  return {
    store: 'choice',
    schema,
    listed: listed.choice(choices),
    choices,
    isTracked: isTrackedByDefault,
  } as const;
}

/** -1: not set. */
export function number() {
  return {
    store: 'number',
    schema: z.number(),
    listed: listed.number(),
    isTracked: isTrackedByDefault,
  } as const;
}

export function numberOrNull() {
  const schema = z.number().nullable();
  return { store: 'numberOrNull', schema, listed: listed.number(), isTracked: isTrackedByDefault } as const;
}

export function flag() {
  return {
    store: 'flag',
    schema: z.boolean(),
    listed: listed.flag(),
    isTracked: isTrackedByDefault,
  } as const;
}

export function flagOrNull() {
  const schema = z.boolean().nullable();
  return { store: 'flagOrNull', schema, listed: listed.flagOrNull(), isTracked: isTrackedByDefault } as const;
}

/** In ms; listed as a time. */
export function msOrNull() {
  const schema = z.number().nullable();
  return { store: 'numberOrNull', schema, listed: listed.time(), isTracked: isTrackedByDefault } as const;
}

export function tracked<F extends Field>(field: F): F {
  return { ...field, isTracked: true };
}

type Shape<F extends Fields> = { [Key in keyof F]: F[Key]['schema'] };

export function stateSchema<F extends Fields>(fields: F): z.ZodObject<Shape<F>> {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]));
  return z.object(shape as Shape<F>);
}
