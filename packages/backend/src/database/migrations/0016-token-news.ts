import { type Kysely, sql } from 'kysely';

/** Each with what its use writes, which changes nothing for anybody; nor does a new one. */
const KEYS = [
  ['access_token', 'last_used_at', 'last_used_from'],
  ['wallboard_key', 'last_seen_at', 'last_seen_from'],
] as const;
const GROUPS_OF_KEYS = ['access_token_group', 'wallboard_key_group'];

/** What access tokens and wallboards may see says so when it changes, as sessions do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, usedAt, usedFrom] of KEYS) {
    await sql`
      create trigger tell_rights_ended after delete or truncate on ${sql.table(table)}
      for each statement execute function tell_rights_changed()`.execute(db);
    const use = sql`${sql.lit(usedAt)} - ${sql.lit(usedFrom)}`;
    await sql`
      create trigger tell_rights_changed after update on ${sql.table(table)} for each row
      when (to_jsonb(old) - ${use} is distinct from to_jsonb(new) - ${use})
      execute function tell_rights_changed()`.execute(db);
  }
  for (const table of GROUPS_OF_KEYS) {
    await sql`
      create trigger tell_rights_changed after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function tell_rights_changed()`.execute(db);
  }
}
