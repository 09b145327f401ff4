import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: a view of somebody who is deleted is over, which must not look like one that never began.
  await sql`alter table session add column view_as_user_no int`.execute(db);

  await sql`
    create table wallboard_key (
      wallboard_key_id int generated always as identity primary key,
      user_no int not null constraint wallboard_key_user_no_fkey references user_account on delete cascade,
      name text not null,
      token_hash bytea not null constraint wallboard_key_hash_check check (octet_length(token_hash) = 32),
      prefix text not null,
      board_ids text[] not null,
      created_at timestamptz not null,
      last_seen_at timestamptz,
      last_seen_from text,
      revoked_at timestamptz,
      constraint wallboard_key_hash_unique unique (token_hash)
    )`.execute(db);
  await sql`create index wallboard_key_user_no_idx on wallboard_key (user_no)`.execute(db);
  // When all its groups are gone it sees nothing.
  await sql`
    create table wallboard_key_group (
      wallboard_key_id int not null
        constraint wallboard_key_group_key_fkey references wallboard_key on delete cascade,
      sub_group_id int not null
        constraint wallboard_key_group_sub_group_fkey references sub_group on delete cascade,
      primary key (wallboard_key_id, sub_group_id)
    )`.execute(db);
  await sql`create index wallboard_key_group_sub_group_idx on wallboard_key_group (sub_group_id)`.execute(db);
}
