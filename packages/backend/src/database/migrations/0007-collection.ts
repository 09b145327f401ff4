import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cluster_token (
      token_id int generated always as identity primary key,
      host_id int not null constraint cluster_token_host_id_fkey references cluster on delete cascade,
      token_hash bytea not null constraint cluster_token_hash_check check (octet_length(token_hash) = 32),
      prefix text not null,
      created_by int constraint cluster_token_created_by_fkey references user_account on delete set null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz,
      constraint cluster_token_hash_unique unique (token_hash)
    )`.execute(db);
  await sql`create index cluster_token_host_id_idx on cluster_token (host_id)`.execute(db);
  await sql`create index cluster_token_created_by_idx on cluster_token (created_by)`.execute(db);

  // One row a cluster that has ever been heard.
  await sql`
    create table cluster_live (
      host_id int primary key constraint cluster_live_host_id_fkey references cluster on delete cascade,
      facts json not null default '{}',
      first_batch_at timestamptz not null,
      last_batch_at timestamptz not null,
      last_sample_at timestamptz
    )`.execute(db);

  // The last batch of each agent: what has this number or a lower one is stored already.
  await sql`
    create table agent (
      host_id int not null constraint agent_host_id_fkey references cluster on delete cascade,
      agent_id text not null,
      role text not null,
      version text not null,
      last_seq bigint not null,
      last_batch_at timestamptz not null,
      clock_skew_ms double precision not null default 0,
      problems json not null default '[]',
      is_resync_needed boolean not null default false,
      primary key (host_id, agent_id)
    )`.execute(db);

  await sql`
    create table refusal (
      host_id int not null constraint refusal_host_id_fkey references cluster on delete cascade,
      reason text not null,
      cnt int not null,
      last_at timestamptz not null,
      detail text,
      primary key (host_id, reason)
    )`.execute(db);

  // Ids are handed out in blocks: a crash leaves holes, never the same number twice.
  await sql`create sequence object_id_seq as int`.execute(db);
  // The large tables hold no key to their cluster: deleting one would wait for millions of rows. They go by and by.
  // A record is one JSON text as the agent sent it, a state what lists and "as of" need of it; of a container both are
  // part of its pod's.
  await sql`
    create table object (
      object_id int primary key,
      host_id int not null,
      kind text not null,
      uid text not null,
      name text not null,
      namespace text,
      parent_id int,
      node_id int,
      placed_at timestamptz,
      is_monitored boolean not null default true,
      created_at timestamptz,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      deleted_at timestamptz,
      kubelet_uid text,
      containers json,
      record json,
      record_hash int,
      state json,
      constraint object_uid_unique unique (host_id, kind, uid)
    )`.execute(db);
  await sql`create index object_alive_idx on object (host_id, kind) where deleted_at is null`.execute(db);
  await sql`create index object_deleted_idx on object (host_id, kind, deleted_at) where deleted_at is not null`.execute(
    db,
  );
  await sql`create index object_node_id_idx on object (node_id, placed_at) where node_id is not null`.execute(
    db,
  );
  await sql`create index object_parent_id_idx on object (parent_id) where parent_id is not null`.execute(db);
  await sql`create index object_unmonitored_idx on object (object_id) where not is_monitored`.execute(db);
  await sql`create index object_name_idx on object (host_id, kind, name)`.execute(db);
  // Of what is gone, by how its name begins.
  await sql`
    create index object_deleted_name_idx on object (host_id, lower(name) text_pattern_ops)
    where deleted_at is not null`.execute(db);

  // Every change of state, with the state after it: what any list looked like at any moment follows from these rows.
  await sql`
    create table object_change (
      change_id bigint generated always as identity primary key,
      host_id int not null,
      object_id int not null,
      at timestamptz not null,
      changes json not null,
      state json not null
    )`.execute(db);
  await sql`create index object_change_object_idx on object_change (object_id, at)`.execute(db);
  await sql`create index object_change_at_idx on object_change (at)`.execute(db);

  await sql`
    create table event (
      event_id int generated always as identity primary key,
      host_id int not null,
      uid text not null,
      level text not null,
      type text not null,
      reason text not null,
      message text not null,
      count int not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      object_kind text not null,
      object_namespace text,
      object_name text not null,
      object_uid text,
      object_id int,
      container_name text,
      source text,
      constraint event_uid_unique unique (host_id, uid)
    )`.execute(db);
  await sql`create index event_last_at_idx on event (host_id, last_at)`.execute(db);
  await sql`create index event_any_last_at_idx on event (last_at)`.execute(db);
  await sql`create index event_object_idx on event (object_id, last_at) where object_id is not null`.execute(
    db,
  );

  // Events that came before the object they speak of.
  await sql`create index event_unresolved_idx on event (host_id, object_name) where object_id is null`.execute(
    db,
  );

  await sql`
    create table node_history (
      node_history_id int generated always as identity primary key,
      host_id int not null,
      node_id int not null,
      from_at timestamptz not null,
      to_at timestamptz,
      condition text not null,
      is_schedulable boolean not null,
      kubelet_version text not null,
      conditions json not null,
      flap_cnt int not null default 0,
      constraint node_history_from_unique unique (node_id, from_at)
    )`.execute(db);
  await sql`create index node_history_running_idx on node_history (host_id) where to_at is null`.execute(db);
  await sql`create index node_history_from_at_idx on node_history (from_at)`.execute(db);

  // Samples acknowledged before the inventory that names their object had come; tried again until it has, or too old.
  await sql`
    create table waiting_sample (
      waiting_sample_id bigint generated always as identity primary key,
      host_id int not null constraint waiting_sample_host_id_fkey references cluster on delete cascade,
      received_at timestamptz not null,
      samples json not null
    )`.execute(db);
  await sql`create index waiting_sample_host_id_idx on waiting_sample (host_id)`.execute(db);
}
