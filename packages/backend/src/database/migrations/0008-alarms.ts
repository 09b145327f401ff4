import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Items that differ from the product's own; a template without any is as the product has it.
  await sql`
    alter table alarm_template
      add column description text not null default '',
      add column settings json not null default '{}',
      add column version int not null default 0`.execute(db);

  // Kept when the template is gone.
  await sql`
    create table template_change (
      template_change_id int generated always as identity primary key,
      alarm_template_id int not null,
      at timestamptz not null,
      change_type int not null
        constraint template_change_type_check check (change_type between 1 and 6),
      user_no int,
      user_name text,
      detail text not null
    )`.execute(db);
  await sql`create index template_change_template_idx on template_change (alarm_template_id, at)`.execute(db);

  // Single items of a cluster (object_id 0) or of an object in it.
  await sql`
    create table alarm_setting (
      host_id int not null constraint alarm_setting_host_id_fkey references cluster on delete cascade,
      object_id int not null default 0,
      settings json not null,
      version int not null,
      updated_by int,
      updated_at timestamptz not null,
      primary key (host_id, object_id)
    )`.execute(db);

  await sql`
    create table event_alarm (
      event_alarm_id int generated always as identity primary key,
      host_id int not null constraint event_alarm_host_id_fkey references cluster on delete cascade,
      name text not null,
      name_key text not null,
      is_on boolean not null,
      is_notified boolean not null,
      event_type text,
      reason text,
      object_kind text,
      namespace text,
      message_text text,
      warning_cnt int,
      critical_cnt int,
      window_min int not null,
      updated_at timestamptz not null,
      constraint event_alarm_name_unique unique (host_id, name_key)
    )`.execute(db);

  // Ids are handed out in blocks: what an alarm is called is known before it is written.
  await sql`create sequence alarm_id_seq as int`.execute(db);
  // As the large tables: no key to the cluster. Rows of one that is gone are seen by nobody and go by and by.
  await sql`
    create table alarm (
      alarm_id int primary key,
      host_id int not null,
      object_key text not null,
      item_key text not null,
      item_name text,
      target text not null,
      object_id int,
      object_name text not null,
      namespace text,
      node_id int,
      node_name text,
      owner_kind text,
      owner_name text,
      type int not null constraint alarm_type_check check (type in (1, 2, 3)),
      level int not null constraint alarm_level_check check (level in (1, 5)),
      confirm_level int not null constraint alarm_confirm_level_check check (confirm_level between 0 and 4),
      value double precision,
      threshold double precision,
      occur_cnt int not null default 1,
      occurred_at timestamptz not null,
      last_occurred_at timestamptz not null,
      recovered_at timestamptz,
      confirmed_at timestamptz,
      confirmed_by text,
      closed_at timestamptz,
      close_reason text,
      changed_at timestamptz not null,
      parent_alarm_id int,
      fold_kind text,
      is_confirmed_by_parent boolean not null default false,
      is_notified boolean not null,
      memo_cnt int not null default 0,
      has_evidence boolean not null default false
    )`.execute(db);
  // Whatever the engine believes: never two open alarms of one item of one object.
  await sql`create unique index alarm_open_unique on alarm (host_id, object_key, item_key)
    where confirm_level in (1, 2, 3)`.execute(db);
  await sql`create index alarm_open_idx on alarm (host_id) where confirm_level in (1, 2, 3)`.execute(db);
  await sql`create index alarm_occurred_idx on alarm (host_id, occurred_at)`.execute(db);
  await sql`create index alarm_any_occurred_idx on alarm (occurred_at)`.execute(db);
  await sql`create index alarm_object_idx on alarm (object_id, occurred_at) where object_id is not null`.execute(
    db,
  );
  await sql`create index alarm_parent_idx on alarm (parent_alarm_id) where parent_alarm_id is not null`.execute(
    db,
  );
  await sql`create index alarm_node_idx on alarm (node_id, occurred_at) where node_id is not null`.execute(
    db,
  );
  await sql`create index alarm_without_evidence_idx on alarm (occurred_at) where not has_evidence`.execute(
    db,
  );

  await sql`
    create table alarm_change (
      alarm_change_id bigint generated always as identity primary key,
      alarm_id int not null constraint alarm_change_alarm_id_fkey references alarm on delete cascade,
      at timestamptz not null,
      change text not null,
      confirm_level int not null,
      level int not null,
      user_no int,
      user_name text,
      memo text,
      value double precision
    )`.execute(db);
  await sql`create index alarm_change_alarm_idx on alarm_change (alarm_id)`.execute(db);

  await sql`
    create table alarm_memo (
      alarm_memo_id int generated always as identity primary key,
      alarm_id int not null constraint alarm_memo_alarm_id_fkey references alarm on delete cascade,
      at timestamptz not null,
      user_no int,
      user_name text not null,
      text text not null
    )`.execute(db);
  await sql`create index alarm_memo_alarm_idx on alarm_memo (alarm_id)`.execute(db);

  await sql`
    create table alarm_evidence (
      alarm_id int primary key constraint alarm_evidence_alarm_id_fkey references alarm on delete cascade,
      evidence json not null
    )`.execute(db);

  // What the engine knows of each item of an object with which all is not well: holds go on after a restart.
  await sql`
    create table alarm_track (
      host_id int not null,
      object_key text not null,
      item_key text not null,
      track json not null,
      primary key (host_id, object_key, item_key)
    )`.execute(db);

  await sql`
    create table alarm_snooze (
      snooze_id int generated always as identity primary key,
      host_id int not null constraint alarm_snooze_host_id_fkey references cluster on delete cascade,
      scope text not null,
      object_id int,
      owner_key text,
      name text not null,
      until_at timestamptz not null,
      reason text not null,
      user_no int,
      user_name text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index alarm_snooze_until_idx on alarm_snooze (host_id, until_at)`.execute(db);

  await sql`
    create table webhook (
      webhook_id int generated always as identity primary key,
      alarm_template_id int not null
        constraint webhook_alarm_template_id_fkey references alarm_template on delete cascade,
      name text not null,
      kind text not null,
      url text not null,
      body_template text,
      min_level int not null,
      is_on boolean not null,
      sends_recovery boolean not null,
      language text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index webhook_alarm_template_idx on webhook (alarm_template_id)`.execute(db);

  // Written with what it tells of, sent afterwards: at least once, always under the same id.
  await sql`
    create table outbox (
      delivery_id uuid primary key,
      seq bigint generated always as identity,
      alarm_id int not null,
      webhook_id int not null,
      webhook_name text not null,
      reason text not null,
      payload json not null,
      state text not null,
      attempt_cnt int not null default 0,
      created_at timestamptz not null,
      next_attempt_at timestamptz,
      last_attempt_at timestamptz,
      delivered_at timestamptz,
      last_error text
    )`.execute(db);
  await sql`create index outbox_due_idx on outbox (next_attempt_at) where state = 'waiting'`.execute(db);
  await sql`create index outbox_alarm_idx on outbox (alarm_id)`.execute(db);
}
