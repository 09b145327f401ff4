import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alarm_template (
      alarm_template_id int generated always as identity primary key,
      name text not null,
      name_key text not null,
      owner_user_no int constraint alarm_template_owner_user_no_fkey references user_account on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint alarm_template_name_unique unique (name_key)
    )`.execute(db);
  await sql`create index alarm_template_owner_user_no_idx on alarm_template (owner_user_no)`.execute(db);
  await sql`insert into alarm_template (name, name_key) values ('기본 템플릿', '기본 템플릿')`.execute(db);
  await sql`
    create table cluster (
      host_id int generated always as identity primary key,
      name text not null,
      name_key text not null,
      sub_group_id int not null constraint cluster_sub_group_id_fkey references sub_group on delete restrict,
      alarm_template_id int not null
        constraint cluster_alarm_template_id_fkey references alarm_template on delete restrict,
      created_by int constraint cluster_created_by_fkey references user_account on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint cluster_name_unique unique (sub_group_id, name_key)
    )`.execute(db);
  await sql`create index cluster_alarm_template_id_idx on cluster (alarm_template_id)`.execute(db);
  await sql`create index cluster_created_by_idx on cluster (created_by)`.execute(db);
}
