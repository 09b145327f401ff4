import { type Kysely, sql } from 'kysely';

/** "What happened to this object?", asked of a log that only grows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_target_idx on audit (target_kind, target_id, audit_id)`.execute(db);
}
