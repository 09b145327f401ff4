import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table meta_group (
      meta_group_id int generated always as identity primary key,
      name text not null,
      name_key text not null,
      owner_user_no int constraint meta_group_owner_user_no_fkey references user_account on delete restrict,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint meta_group_name_unique unique (name_key)
    )`.execute(db);
  await sql`create index meta_group_owner_user_no_idx on meta_group (owner_user_no)`.execute(db);
  await sql`
    create table sub_group (
      sub_group_id int generated always as identity primary key,
      meta_group_id int not null constraint sub_group_meta_group_id_fkey references meta_group on delete restrict,
      name text not null,
      name_key text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint sub_group_name_unique unique (meta_group_id, name_key)
    )`.execute(db);
  await sql`
    create table sub_group_member (
      user_no int not null constraint sub_group_member_user_no_fkey references user_account on delete cascade,
      sub_group_id int not null constraint sub_group_member_sub_group_id_fkey references sub_group on delete cascade,
      created_at timestamptz not null default now(),
      primary key (user_no, sub_group_id)
    )`.execute(db);
  await sql`create index sub_group_member_sub_group_id_idx on sub_group_member (sub_group_id)`.execute(db);
}
