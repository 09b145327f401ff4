import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook
      alter column url drop not null,
      add column name_key text,
      add column recipient_list json not null default '[]',
      add column hours json,
      add column quiet_hours json,
      add column sub_group_id_list json,
      add column escalate_after_min int,
      add column scope_user_no int,
      add column version int not null default 0`.execute(db);
  await sql`update webhook set name_key = lower(name) || ' ' || webhook_id`.execute(db);
  await sql`
    alter table webhook
      alter column name_key set not null,
      add constraint webhook_name_unique unique (alarm_template_id, name_key)`.execute(db);

  // A summary is about many alarms. What is held is told, dropped or summed up when its time has come.
  await sql`
    alter table outbox
      alter column alarm_id drop not null,
      add column held_for text,
      add column held_until timestamptz`.execute(db);
  await sql`create index outbox_held_idx on outbox (held_until) where state = 'held'`.execute(db);
  await sql`create index outbox_delivered_idx on outbox (webhook_id, delivered_at)`.execute(db);
  await sql`create index outbox_failed_idx on outbox (webhook_id, last_attempt_at) where state = 'failed'`.execute(
    db,
  );
  await sql`create index outbox_created_idx on outbox (created_at)`.execute(db);

  await sql`
    create table maintenance (
      maintenance_id int generated always as identity primary key,
      host_id int constraint maintenance_host_id_fkey references cluster on delete cascade,
      sub_group_id int constraint maintenance_sub_group_id_fkey references sub_group on delete cascade,
      from_at timestamptz not null,
      to_at timestamptz not null,
      reason text not null,
      user_no int,
      user_name text not null,
      created_at timestamptz not null,
      ended_by text,
      constraint maintenance_of_check check ((host_id is null) <> (sub_group_id is null))
    )`.execute(db);
  await sql`create index maintenance_host_idx on maintenance (host_id, to_at)`.execute(db);
  await sql`create index maintenance_sub_group_idx on maintenance (sub_group_id, to_at)`.execute(db);
}
