import type { Db } from '@gwanje/backend/database/schema';
import { recordKindsOf } from '@gwanje/kinds/registry';
import { sql } from 'kysely';

interface SameChange {
  readonly kind: 'workload' | 'node';
  /** Objects of this name; null: of any name. */
  readonly object: { readonly name: string; readonly namespace: string | null } | null;
  readonly field: string;
  /** The new value contains this text. */
  readonly to: string;
}

/** The number of these clusters in which such an object got the same value in the range. */
export async function countClustersWithChange(
  db: Db,
  hostIds: readonly number[],
  { kind, object, field, to }: SameChange,
  range: { readonly from: Date; readonly to: Date },
): Promise<number> {
  const named = object
    ? sql`and o.name = ${object.name} and o.namespace is not distinct from ${object.namespace}`
    : sql``;
  const { rows } = await sql<{ cnt: number }>`
    select count(distinct o.host_id)::int as cnt from object o
    join object_change c on c.object_id = o.object_id and c.at > ${range.from} and c.at <= ${range.to}
    where o.host_id = any(${[...hostIds]}::int[]) and o.kind = any(${[...recordKindsOf(kind)]}::text[])
      and (o.deleted_at is null or o.deleted_at >= ${range.from}) ${named}
      and exists (select 1 from json_array_elements(c.changes) one
        where one ->> 'what' = ${field} and strpos(one ->> 'to', ${to}) > 0)`.execute(db);
  return rows[0]?.cnt ?? 0;
}
