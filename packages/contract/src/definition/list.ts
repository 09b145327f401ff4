import { z } from 'zod';

export const MAX_PAGE_CNT = 1000;

const PageNo = z.int().min(1).max(1_000_000_000);
const PageCnt = z.int().min(1).max(MAX_PAGE_CNT);
const digits = z
  .string()
  .max(10)
  .regex(/^[1-9][0-9]*$/)
  .transform(Number);

/** `{pageNo}/{pageCnt}` in a path. */
export const PageParams = z.strictObject({ pageNo: digits.pipe(PageNo), pageCnt: digits.pipe(PageCnt) });

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
