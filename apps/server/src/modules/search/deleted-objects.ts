import type { Database } from '@gwanje/backend/database/schema';
import { HostId, ObjectId } from '@gwanje/contract/ids';
import { searchKinds } from '@gwanje/contract/search';
import { type Kysely, sql } from 'kysely';

/** Objects that are gone, by part of their name, those that went last first. */
export async function findDeleted(
  db: Kysely<Database>,
  text: string,
  hostIds: ReadonlySet<number>,
  limit: number,
) {
  const rows = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .leftJoin('object as parent', 'parent.objectId', 'object.parentId')
    .select(['object.objectId', 'object.kind', 'object.hostId', 'cluster.name as clusterName', 'object.name'])
    .select(['parent.name as parentName', 'object.parentId', 'object.deletedAt'])
    .select(sql<string | null>`coalesce(object.namespace, parent.namespace)`.as('namespace'))
    .where(sql<boolean>`object.host_id = any(${[...hostIds]}::int[])`)
    .where('object.deletedAt', 'is not', null)
    .where(sql<boolean>`object.kind = any(${[...searchKinds]}::text[])`)
    .where(sql<boolean>`strpos(lower(object.name), ${text.toLowerCase()}) > 0`)
    .orderBy('object.deletedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => {
    const kind = searchKinds.find((known) => known === row.kind);
    if (!kind) return [];
    return [
      {
        kind,
        id: ObjectId.parse(row.objectId),
        hostId: HostId.parse(row.hostId),
        clusterName: row.clusterName,
        name: row.name,
        namespace: row.namespace,
        parentName: row.parentName,
        parentId: row.parentId === null ? null : ObjectId.parse(row.parentId),
        monResult: null,
        deletedAt: row.deletedAt?.toISOString() ?? null,
      },
    ];
  });
}
