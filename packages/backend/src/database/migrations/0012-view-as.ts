import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: a view of somebody who is deleted is over, which must not look like one that never began.
  await sql`alter table session add column view_as_user_no int`.execute(db);
}
