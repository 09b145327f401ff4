import { type RawBuilder, sql } from 'kysely';

/** `orderBy` of a list request as SQL: rows without a value come last in both directions. */
export function orderTerms<Key extends string>(
  orderBy: readonly (Key | `-${Key}`)[] | undefined,
  columns: Readonly<Record<Key, RawBuilder<unknown>>>,
  standard: NoInfer<Key | `-${Key}`>,
): RawBuilder<unknown>[] {
  const wanted = orderBy && orderBy.length > 0 ? orderBy : [standard];
  return wanted.map((entry) => {
    const isDescending = entry.startsWith('-');
    const key = Object.keys(columns).find((name) => name === (isDescending ? entry.slice(1) : entry));
    if (key === undefined) throw new Error(`no column for ${entry}`);
    const column = columns[key as Key];
    return isDescending ? sql`${column} desc nulls last` : sql`${column} asc nulls last`;
  });
}
