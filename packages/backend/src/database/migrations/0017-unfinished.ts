import { type Kysely, sql } from 'kysely';

/**
 * What a server has still to do for a cluster when it ends: sums of a stretch of which samples came late, and changes of state
 * that wait for an hour with room.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cluster_live add column late_from timestamptz, add column late_to timestamptz,
      add column is_folding boolean not null default false`.execute(db);
}
