import { type Kysely, sql } from 'kysely';

/** Any change of these decides who may see what. */
const GRANTS = [
  'user_account',
  'meta_group',
  'sub_group',
  'sub_group_member',
  'access_token_group',
  'wallboard_key_group',
];
/** Of these a new row and the columns of its use change no right. */
const CREDENTIALS = [
  ['session', 'last_seen_at', 'idle_expires_at'],
  ['access_token', 'last_used_at', 'last_used_from'],
  ['wallboard_key', 'last_seen_at', 'last_seen_from'],
] as const;

/**
 * One number tells whether anything has changed since it was last read. The triggers wait for the commit and count once
 * for each transaction, so that the lock on the row is short and always the last one taken.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table change_version (
      topic text primary key,
      version bigint not null default 1,
      changed_by xid8
    )`.execute(db);
  await sql`insert into change_version (topic) values ('rights')`.execute(db);
  await sql`
    create function bump_change_version() returns trigger language plpgsql as $$
    begin
      update change_version set version = version + 1, changed_by = pg_current_xact_id()
      where topic = tg_argv[0] and changed_by is distinct from pg_current_xact_id();
      return null;
    end $$`.execute(db);
  for (const table of GRANTS)
    await sql`
      create constraint trigger rights_version after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function bump_change_version('rights')`.execute(db);
  for (const [table, ...use] of CREDENTIALS) {
    await sql`
      create constraint trigger rights_version_deleted after delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function bump_change_version('rights')`.execute(db);
    const used = sql.join(
      use.map((column) => sql.lit(column)),
      sql` - `,
    );
    await sql`
      create constraint trigger rights_version_updated after update on ${sql.table(table)}
      deferrable initially deferred for each row
      when (to_jsonb(old) - ${used} is distinct from to_jsonb(new) - ${used})
      execute function bump_change_version('rights')`.execute(db);
  }
  for (const table of [...GRANTS, ...CREDENTIALS.map(([name]) => name)])
    await sql`
      create trigger rights_version_truncated after truncate on ${sql.table(table)}
      for each statement execute function bump_change_version('rights')`.execute(db);
}
