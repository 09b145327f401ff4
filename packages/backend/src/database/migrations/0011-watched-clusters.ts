import { type Kysely, sql } from 'kysely';

/** A cluster can be taken out of the watch whole, as single objects can. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cluster add column is_monitored boolean not null default true`.execute(db);
}
