import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_account (
      user_no int generated always as identity primary key,
      user_id text not null,
      name text not null,
      email text,
      role int not null constraint user_account_role_check check (role in (1, 2, 3)),
      is_key_user boolean not null default false,
      status int not null default 1 constraint user_account_status_check check (status between 1 and 4),
      password_hash text,
      password_changed_at timestamptz,
      oidc_issuer text,
      oidc_subject text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      last_login_at timestamptz,
      version int not null default 1,
      constraint user_account_user_id_unique unique (user_id),
      constraint user_account_user_id_lower_check check (user_id = lower(user_id)),
      constraint user_account_key_user_check check (not is_key_user or role = 1),
      constraint user_account_oidc_unique unique (oidc_issuer, oidc_subject)
    )`.execute(db);
  await sql`
    create table session (
      token_hash bytea primary key constraint session_token_hash_check check (octet_length(token_hash) = 32),
      user_no int not null constraint session_user_no_fkey references user_account on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      absolute_expires_at timestamptz not null,
      idle_expires_at timestamptz not null,
      user_agent text not null,
      address text not null,
      oidc_issuer text,
      oidc_sid text,
      oidc_id_token text
    )`.execute(db);
  await sql`create index session_user_no_idx on session (user_no)`.execute(db);
  await sql`create index session_idle_expires_at_idx on session (idle_expires_at)`.execute(db);
  await sql`create index session_oidc_idx on session (oidc_issuer, oidc_sid) where oidc_issuer is not null`.execute(
    db,
  );
  await sql`
    create table login_throttle (
      key text primary key,
      failure_cnt int not null,
      last_failure_at timestamptz not null,
      locked_until timestamptz
    )`.execute(db);
  await sql`
    create table oidc_login (
      state text primary key,
      nonce text not null,
      code_verifier text not null,
      return_url text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index oidc_login_expires_at_idx on oidc_login (expires_at)`.execute(db);
  await sql`
    create table oidc_logout_token (
      jti text primary key,
      expires_at timestamptz not null
    )`.execute(db);
}
