import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table view_option (
      user_no int not null constraint view_option_user_no_fkey references user_account on delete cascade,
      type text not null,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (user_no, type)
    )`.execute(db);
  await sql`
    create table logo (
      id int generated always as identity primary key,
      name text not null,
      content_type text not null,
      content bytea not null,
      size_bytes int not null,
      active boolean not null default false,
      created_by int constraint logo_created_by_fkey references user_account on delete set null,
      created_at timestamptz not null default now(),
      constraint logo_size_bytes_check check (size_bytes = octet_length(content))
    )`.execute(db);
  await sql`create unique index logo_one_active on logo (active) where active`.execute(db);
}
