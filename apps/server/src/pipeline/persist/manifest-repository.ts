import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import type { ManifestWrite } from '../apply/manifests.ts';

/**
 * Adds a version for each manifest that differs from the newest one of its object. A version never begins before the one
 * that it replaces, whatever the clock of the agent says. Each object comes once.
 */
export async function writeManifests(db: Db, rows: readonly ManifestWrite[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into object_manifest (host_id, object_id, at, hash, is_cut, content)
    select t.host_id, t.object_id, greatest(to_timestamp(t.at / 1000), newest.at + interval '1 millisecond'),
      t.hash, t.is_cut, t.content
    from unnest(
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${rows.map(({ objectId }) => objectId)}::int[],
      ${rows.map(({ atMs }) => atMs)}::float8[],
      ${rows.map(({ hash }) => hash)}::text[],
      ${rows.map(({ isCut }) => isCut)}::boolean[],
      ${rows.map(({ content }) => content)}::bytea[]
    ) as t (host_id, object_id, at, hash, is_cut, content)
    left join lateral (
      select m.at, m.hash from object_manifest m where m.object_id = t.object_id order by m.at desc limit 1
    ) newest on true
    where newest.hash is distinct from t.hash
    on conflict (object_id, at) do nothing`.execute(db);
}

/** The digest of the newest version of each object that has one. */
export async function newestHashes(
  db: Db,
  objectIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (objectIds.length === 0) return new Map();
  const { rows } = await sql<{ objectId: number; hash: string }>`
    select id as object_id, newest.hash from unnest(${[...objectIds]}::int[]) id
    cross join lateral (
      select m.hash from object_manifest m where m.object_id = id order by m.at desc limit 1) newest`.execute(
    db,
  );
  return new Map(rows.map(({ objectId, hash }) => [objectId, hash]));
}
