import { sql } from 'kysely';
import type { Database, Db } from './schema.ts';

export type ChangeTopic = Database['changeVersion']['topic'];

/** The version of a topic. Every transaction that changes something of the topic raises it. */
export async function readVersion(db: Db, topic: ChangeTopic): Promise<number> {
  const { version } = await db
    .selectFrom('changeVersion')
    .select('version')
    .where('topic', '=', topic)
    .executeTakeFirstOrThrow();
  return version;
}

/** The versions of all topics. */
export async function readVersions(db: Db): Promise<ReadonlyMap<ChangeTopic, number>> {
  const rows = await db.selectFrom('changeVersion').select(['topic', 'version']).execute();
  return new Map(rows.map(({ topic, version }) => [topic, version]));
}

/**
 * Raises the version of a topic whose table has no trigger. Call it last in the transaction: it locks the
 * versions, and the triggers of other transactions lock them last too.
 */
export async function raiseVersion(trx: Db, topic: ChangeTopic): Promise<void> {
  await sql`select raise_change_version(${topic})`.execute(trx);
}
