import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign keys: what a user did outlives the user.
  await sql`
    create table audit (
      audit_id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_user_no int,
      actor_user_id text,
      action text not null,
      target_kind text,
      target_id text,
      outcome text not null constraint audit_outcome_check check (outcome in ('done', 'denied', 'failed')),
      detail jsonb not null default '{}',
      address text
    )`.execute(db);
  await sql`create index audit_at_idx on audit (at)`.execute(db);
  await sql`create index audit_actor_idx on audit (actor_user_no, audit_id)`.execute(db);
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  // Per statement, so that TRUNCATE is caught and a change that matches no row is refused as well.
  await sql`
    create trigger audit_is_append_only before update or delete or truncate on audit
      for each statement execute function refuse_audit_change()`.execute(db);
  await sql`
    create table idempotency (
      user_no int not null,
      key text not null,
      request_hash text not null,
      response jsonb,
      created_at timestamptz not null default now(),
      primary key (user_no, key)
    )`.execute(db);
  await sql`create index idempotency_created_at_idx on idempotency (created_at)`.execute(db);
}
