import { type Kysely, sql } from 'kysely';

/** A number is taken for every event that is told, also when it is known: those of a large fleet end within months. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event alter column event_id type bigint`.execute(db);
}
