import { type Kysely, sql } from 'kysely';

/** What only one of several server processes does, and which of them does it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table duty (
      name text primary key,
      holder text not null,
      until_at timestamptz not null
    )`.execute(db);
}
