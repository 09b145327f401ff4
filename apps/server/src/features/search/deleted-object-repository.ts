import type { Db } from '@gwanje/backend/database/schema';
import { searchKinds } from '@gwanje/kinds/calls/search';
import { recordKindsOf, stateKindOf } from '@gwanje/kinds/registry';
import { sql } from 'kysely';

/** Kinds of rows that the search covers. */
export const rowKinds = searchKinds.flatMap((kind): readonly string[] =>
  kind === 'container' ? [kind] : recordKindsOf(kind),
);

/** Maximum number of deleted objects per cluster whose name begins with the text. */
const BEGINNING = 1000;
/** Number of latest deleted objects that are searched for the text inside a name. */
export const LATEST = 50_000;
/** Sorts after every character of a name. */
const LAST = '\u{10ffff}';

/**
 * Finds deleted objects by part of their name, latest first. A name that begins with the text is found
 * however old; a name that holds it elsewhere is found only among the latest, because no index covers
 * substrings.
 */
export async function findDeleted(db: Db, text: string, hostIds: ReadonlySet<number>, limit: number) {
  if (hostIds.size === 0) return [];
  const lower = text.toLowerCase();
  const hosts = sql`unnest(${[...hostIds]}::int[]) as host (host_id)`;
  const kinds = sql`unnest(${rowKinds}::text[]) as wanted (kind)`;
  const latestOfEach = Math.max(100, Math.floor(LATEST / (hostIds.size * rowKinds.length)));
  const found = sql<number>`(
    select named.object_id from ${hosts} cross join lateral (
      select object_id from object
      where host_id = host.host_id and deleted_at is not null and lower(name) ~>=~ ${lower}
        and lower(name) ~<~ ${lower + LAST}
      limit ${BEGINNING}) named
    union
    select latest.object_id from ${hosts} cross join ${kinds} cross join lateral (
      select object_id, name from object
      where host_id = host.host_id and kind = wanted.kind and deleted_at is not null
      order by deleted_at desc limit ${latestOfEach}) latest
    where strpos(lower(latest.name), ${lower}) > 0)`;
  const rows = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .leftJoin('object as parent', 'parent.objectId', 'object.parentId')
    .select(['object.objectId', 'object.kind', 'object.hostId', 'cluster.name as clusterName', 'object.name'])
    .select(['parent.name as parentName', 'object.parentId', 'object.deletedAt'])
    .select(sql<string | null>`coalesce(object.namespace, parent.namespace)`.as('namespace'))
    .where(sql<boolean>`object.object_id in ${found}`)
    .where(sql<boolean>`object.kind = any(${rowKinds}::text[])`)
    .orderBy('object.deletedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ objectId: id, kind: rowKind, deletedAt, ...row }) => {
    const kind = searchKinds.find((known) => known === (stateKindOf(rowKind) ?? rowKind));
    return kind ? [{ kind, id, ...row, monResult: null, deletedAt: deletedAt?.toISOString() ?? null }] : [];
  });
}
