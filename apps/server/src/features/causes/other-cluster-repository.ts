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

/** The number of these clusters in which an agent began to send this version in the range. */
export async function countClustersWithAgent(
  db: Db,
  hostIds: readonly number[],
  version: string,
  range: { readonly from: Date; readonly to: Date },
): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(distinct host_id)::int as cnt from agent
    where host_id = any(${[...hostIds]}::int[]) and version = ${version}
      and version_at > ${range.from} and version_at <= ${range.to}`.execute(db);
  return rows[0]?.cnt ?? 0;
}

const MAX_WORKLOADS = 500;

/** The workloads of this name in these clusters, also those that were deleted since. */
export async function listWorkloadsNamed(
  db: Db,
  hostIds: readonly number[],
  { name, namespace }: { readonly name: string; readonly namespace: string | null },
  from: Date,
): Promise<{ readonly objectId: number; readonly hostId: number }[]> {
  const { rows } = await sql<{ objectId: number; hostId: number }>`
    select object_id, host_id from object
    where host_id = any(${[...hostIds]}::int[]) and kind = any(${[...recordKindsOf('workload')]}::text[])
      and name = ${name} and namespace is not distinct from ${namespace}
      and (deleted_at is null or deleted_at >= ${from})
    limit ${MAX_WORKLOADS}`.execute(db);
  return rows;
}
