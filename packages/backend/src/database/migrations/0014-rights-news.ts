import { type Kysely, sql } from 'kysely';

const TABLES = ['user_account', 'meta_group', 'sub_group', 'sub_group_member'];

/** Whatever decides who may see what says so when it changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_rights_changed() returns trigger language plpgsql as $$
    begin
      notify rights_changed;
      return null;
    end $$`.execute(db);
  for (const table of TABLES) {
    await sql`
      create trigger tell_rights_changed after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function tell_rights_changed()`.execute(db);
  }
  // A new session changes nothing for anybody, nor does the note that one is in use.
  await sql`
    create trigger tell_rights_ended after delete or truncate on session
    for each statement execute function tell_rights_changed()`.execute(db);
  await sql`
    create trigger tell_rights_changed after update on session for each row
    when (to_jsonb(old) - 'last_seen_at' - 'idle_expires_at' is distinct from
      to_jsonb(new) - 'last_seen_at' - 'idle_expires_at')
    execute function tell_rights_changed()`.execute(db);
}
