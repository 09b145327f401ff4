import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the installation knows of itself, such as when it was last backed up.
  await sql`
    create table installation_note (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null
    )`.execute(db);

  await sql`
    create table access_token (
      access_token_id int generated always as identity primary key,
      user_no int not null constraint access_token_user_no_fkey references user_account on delete cascade,
      name text not null,
      token_hash bytea not null constraint access_token_hash_check check (octet_length(token_hash) = 32),
      prefix text not null,
      role int not null constraint access_token_role_check check (role in (1, 2, 3)),
      is_limited boolean not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      last_used_from text,
      revoked_at timestamptz,
      constraint access_token_hash_unique unique (token_hash)
    )`.execute(db);
  await sql`create index access_token_user_no_idx on access_token (user_no)`.execute(db);
  // A token that is limited stays so when its groups are gone: then it sees nothing.
  await sql`
    create table access_token_group (
      access_token_id int not null
        constraint access_token_group_token_fkey references access_token on delete cascade,
      meta_group_id int not null
        constraint access_token_group_meta_group_fkey references meta_group on delete cascade,
      primary key (access_token_id, meta_group_id)
    )`.execute(db);
  await sql`create index access_token_group_meta_group_idx on access_token_group (meta_group_id)`.execute(db);

  // One a user: a newer link makes the older worthless.
  await sql`
    create table one_time_link (
      user_no int primary key constraint one_time_link_user_no_fkey references user_account on delete cascade,
      kind text not null constraint one_time_link_kind_check check (kind in ('invitation', 'reset')),
      token_hash bytea not null constraint one_time_link_hash_check check (octet_length(token_hash) = 32),
      created_by int,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      constraint one_time_link_hash_unique unique (token_hash)
    )`.execute(db);

  // Old entries may go, and they alone: whoever deletes says that it is for their age, and no young one is among them.
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and coalesce(current_setting('gwanje.audit_retention', true), '') = 'on' then
        return null;
      end if;
      raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create function refuse_young_audit_delete() returns trigger language plpgsql as $$
    begin
      if old.at > now() - interval '30 days' then
        raise exception 'an entry of the audit log is too young to go' using errcode = 'insufficient_privilege';
      end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger audit_keeps_the_young before delete on audit
      for each row execute function refuse_young_audit_delete()`.execute(db);
}
