import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { unpackManifest } from './manifest-content.ts';

/** One version of the manifest of an object. */
export interface ManifestVersion {
  readonly objectId: number;
  readonly at: Date;
  /** When the next version begins; null for the newest. */
  readonly until: Date | null;
  readonly json: string;
  readonly isCut: boolean;
}

interface Row {
  readonly objectId: number;
  readonly at: Date;
  readonly until: Date | null;
  readonly content: Buffer;
  readonly isCut: boolean;
}

function versionOf({ content, ...row }: Row): ManifestVersion {
  return { ...row, json: unpackManifest(content) };
}

/** The version that was valid at an instant; without one the newest. */
export async function findManifest(
  db: Db,
  objectId: number,
  at?: Date,
): Promise<ManifestVersion | undefined> {
  const { rows } = await sql<Row>`
    select object_id, at, is_cut, content,
      (select min(n.at) from object_manifest n where n.object_id = m.object_id and n.at > m.at) as until
    from object_manifest m
    where object_id = ${objectId} and at <= ${at ?? 'infinity'}::timestamptz
    order by at desc limit 1`.execute(db);
  return rows[0] && versionOf(rows[0]);
}

export async function findFirstManifestAt(db: Db, objectId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('objectManifest')
    .select('at')
    .where('objectId', '=', objectId)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

export interface VersionRange {
  readonly objectIds: readonly number[];
  /** Default: all times. */
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
}

/** The newest versions of objects that begin in a time range, newest first, each with its predecessor. */
export async function listManifestVersions(db: Db, { objectIds, from, to, limit }: VersionRange) {
  const { rows } = await sql<Row & { readonly before: Buffer | null }>`
    select m.object_id, m.at, m.is_cut, m.content, before.content as before, null as until
    from object_manifest m
    left join lateral (
      select content from object_manifest b where b.object_id = m.object_id and b.at < m.at
      order by b.at desc limit 1) before on true
    where m.object_id = any(${[...objectIds]}::int[])
      and m.at between ${from ?? '-infinity'}::timestamptz and ${to ?? 'infinity'}::timestamptz
    order by m.at desc, m.object_id limit ${limit}`.execute(db);
  return rows.map(({ before, ...row }) => ({
    ...versionOf(row),
    beforeJson: before && unpackManifest(before),
  }));
}

/** Whether the agent of a cluster has ever sent manifests: those of its nodes are stored first. */
export async function hasManifests(db: Db, hostId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from object o
    where o.host_id = ${hostId} and o.kind = 'node' and o.deleted_at is null
      and exists (select 1 from object_manifest m where m.object_id = o.object_id) limit 1`.execute(db);
  return rows.length > 0;
}
