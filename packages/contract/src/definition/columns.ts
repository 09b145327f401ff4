import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PageCnt, PageNo, Timestamp } from './fields.ts';

/*
 * A list is declared by its columns: the fields of a row and their filters. Every column can be sorted by.
 * Live state, history and screens use the same declaration.
 */

/** Part of the text, ignoring case; or a list of texts, one of which must be equal. */
const TextFilter = z.union([z.string().max(253), z.array(z.string().max(253)).min(1).max(1000)]);
const NumberFilter = z.strictObject({ min: z.number().optional(), max: z.number().optional() });
const TimeFilter = z.strictObject({ from: Timestamp.optional(), to: Timestamp.optional() });

export type TextFilter = z.output<typeof TextFilter>;
export type NumberFilter = z.output<typeof NumberFilter>;
export type TimeFilter = z.output<typeof TimeFilter>;

export interface Column<
  Type extends 'id' | 'text' | 'choice' | 'number' | 'time' | 'flag' =
    | 'id'
    | 'text'
    | 'choice'
    | 'number'
    | 'time'
    | 'flag',
  Schema extends z.ZodType = z.ZodType,
  Filter extends z.ZodType = z.ZodType,
> {
  readonly type: Type;
  readonly schema: Schema;
  readonly filter: Filter;
  /** For a choice: its values in sort order. */
  readonly choices?: readonly string[];
  /** For a numeric code: all its values, in the order in which a screen offers them. */
  readonly codes?: readonly number[];
}
export type Columns = Readonly<Record<string, Column>>;

function someOf<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.array(schema).min(1).max(1000)]);
}

export function id<Schema extends z.ZodType<number>>(schema: Schema) {
  return { type: 'id', schema, filter: someOf(schema) } as const;
}

/** A numeric code. Each of its values has a label. */
export function code<Schema extends z.ZodType<number>>(schema: Schema, codes: readonly number[]) {
  return { type: 'id', schema, filter: someOf(schema), codes } as const;
}

/** An id that may be absent: a pod that is not scheduled has no node. */
export function idOrNull<Schema extends z.ZodType<number>>(schema: Schema) {
  return { type: 'id', schema: schema.nullable(), filter: someOf(schema) } as const;
}

export function text() {
  return { type: 'text', schema: z.string(), filter: TextFilter } as const;
}

export function textOrNull() {
  return { type: 'text', schema: z.string().nullable(), filter: TextFilter } as const;
}

/** One of a few values, declared in sort order. */
export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  const schema = z.enum(choices);
  return { type: 'choice', schema, filter: someOf(schema), choices } as const;
}

/** Null: unknown. -1 for a limit or request: not set. Both sort last. */
export function number() {
  return { type: 'number', schema: z.number().nullable(), filter: NumberFilter } as const;
}

export function time() {
  return { type: 'time', schema: Timestamp.nullable(), filter: TimeFilter } as const;
}

export function flag() {
  return { type: 'flag', schema: z.boolean(), filter: z.boolean() } as const;
}

export function flagOrNull() {
  return { type: 'flag', schema: z.boolean().nullable(), filter: z.boolean() } as const;
}

export type RowOf<C extends Columns> = { [Key in keyof C]: z.output<C[Key]['schema']> };
export type FilterOf<C extends Columns> = { [Key in keyof C]?: z.output<C[Key]['filter']> | undefined };

/** The result of a declared list, from the database or from the live state. */
export interface ListRequest<C extends Columns> extends Page {
  readonly filter?: FilterOf<C> | undefined;
  readonly orderBy?: readonly OrderKey<keyof C & string>[] | undefined;
}

export interface ListPage<Row> {
  readonly totalCnt: number;
  readonly list: Row[];
}

type RowShape<C extends Columns> = { [K in keyof C]: C[K]['schema'] };
type FilterShape<C extends Columns> = { [K in keyof C]: C[K]['filter'] };

export function rowOf<C extends Columns>(columns: C): z.ZodObject<RowShape<C>> {
  const shape = Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, column.schema]));
  return z.object(shape as RowShape<C>);
}

function filterOf<C extends Columns>(columns: C): z.ZodObject<FilterShape<C>> {
  const shape = Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, column.filter]));
  return z.object(shape as FilterShape<C>);
}

export function keysOf<C extends Columns>(columns: C): readonly (keyof C & string)[] {
  return Object.keys(columns);
}

/** `listBody` for declared columns: each column is a filter and an order key. */
export function columnsBody<C extends Columns>(columns: C) {
  return listBody(filterOf(columns), keysOf(columns));
}

/** A list with the reference time for the age of its data: the server's time, or the requested instant. */
export function timedPageOf<Row extends z.ZodType>(row: Row) {
  return pageOf(row).extend({ serverTime: Timestamp });
}

/**
 * The parts of an endpoint that lists declared columns: `endpoint({ route, summary, access,
 * ...pagedList(columns) })`.
 */
export function pagedList<C extends Columns>(columns: C) {
  return {
    read: true,
    body: columnsBody(columns),
    response: timedPageOf(rowOf(columns)),
  } as const;
}

/** A list of existing objects, or of objects at a past instant. Includes deleted objects on request. */
export function objectList<C extends Columns>(path: string, summary: string, columns: C, wallboards = false) {
  const { body, response, ...list } = pagedList(columns);
  return endpoint({
    route: `POST /${path}/:pageNo/:pageCnt`,
    summary,
    access: 'all',
    wallboards,
    ...list,
    body: body.extend({
      /** A past instant: the objects that existed then, in their state of that time. */
      at: Timestamp.optional(),
      includeDeleted: z.boolean().optional(),
    }),
    response: response.extend({
      /** True: more deleted objects match than the server reads. The filter must be narrower. */
      isTruncated: z.boolean(),
    }),
  });
}

export interface Page {
  readonly pageNo: number;
  readonly pageCnt: number;
}

/** One key of an `orderBy` list; a leading '-' sorts descending. */
export type OrderKey<Key extends string> = Key | `-${Key}`;

function orderBy<Key extends string>(keys: readonly Key[]) {
  const either = keys.flatMap((key): OrderKey<Key>[] => [key, `-${key}`]);
  return z.array(z.enum(either)).max(keys.length);
}

/** The body of a POST marked as a read: its conditions do not fit into a URL. */
export function listBody<Filter extends z.ZodRawShape, const Key extends string>(
  filter: z.ZodObject<Filter>,
  orderKeys: readonly Key[],
) {
  return z.strictObject({
    _method: z.literal('get').optional(),
    filter: filter.strict().partial().optional(),
    orderBy: orderBy(orderKeys).optional(),
  });
}

/** Like `listBody`, for calls with the page in the body. */
export function pagedListBody<Filter extends z.ZodRawShape, const Key extends string>(
  filter: z.ZodObject<Filter>,
  orderKeys: readonly Key[],
) {
  return listBody(filter, orderKeys).extend({ pageNo: PageNo.optional(), pageCnt: PageCnt.optional() });
}

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    totalCnt: z.int().min(0),
    pageNo: PageNo,
    pageCnt: PageCnt,
    list: z.array(row),
  });
}

/** 1 to `max` entries. `keyOf` differs between any two of them. */
export function distinctList<Schema extends z.ZodType>(
  schema: Schema,
  max: number,
  keyOf: (entry: z.output<Schema>) => unknown = (entry) => entry,
) {
  return z
    .array(schema)
    .min(1)
    .max(max)
    .refine((entries) => new Set(entries.map(keyOf)).size === entries.length, 'duplicate entry');
}
