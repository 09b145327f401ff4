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
);

-- Accounts that an identity provider creates and changes by SCIM, under its own name and id.
create table scim_user (
  user_no int primary key constraint scim_user_user_no_fkey references user_account on delete cascade,
  user_name text not null,
  user_name_key text not null,
  external_id text,
  constraint scim_user_user_name_unique unique (user_name_key)
);

create index scim_user_external_id_idx on scim_user (external_id) where external_id is not null;

-- By which rules single sign-on gives roles and sub groups: one row.
create table sign_on_rules (
  is_only boolean primary key default true constraint sign_on_rules_is_only_check check (is_only),
  rules json not null,
  version int not null default 0,
  updated_at timestamptz
);

insert into sign_on_rules (rules) values ('{}');

-- The group names with which a user signed on the last time, for the preview of rules.
create table sign_on_claim (
  user_no int primary key constraint sign_on_claim_user_no_fkey references user_account on delete cascade,
  claim_values json not null,
  granted_sub_group_ids int[] not null,
  signed_on_at timestamptz not null
);

create table session (
  token_hash bytea primary key constraint session_token_hash_check check (octet_length(token_hash) = 32),
  user_no int not null constraint session_user_no_fkey references user_account on delete cascade,
  -- No foreign key: a view as a deleted user is over, which must not look like one that never began.
  view_as_user_no int,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the user last proved who they are: by signing in, or again for a dangerous change.
  proved_at timestamptz not null default now(),
  user_agent text not null,
  address text not null,
  oidc_issuer text,
  oidc_sid text,
  oidc_id_token text,
  -- The browser's secrets at the login site and at the console, where the session cookie is shared with other hosts.
  login_browser_hash bytea,
  console_browser_hash bytea
);

create index session_user_no_idx on session (user_no);

create index session_last_seen_at_idx on session (last_seen_at);

create index session_oidc_idx on session (oidc_issuer, oidc_sid) where oidc_issuer is not null;

-- Rules of access of the whole installation: one row. Fields that are absent have their default.
create table security_setting (
  is_only boolean primary key default true constraint security_setting_is_only_check check (is_only),
  settings json not null,
  version int not null default 0,
  updated_at timestamptz
);

insert into security_setting (settings) values ('{}');

-- Hashes of earlier passwords, newest first by time. Only as many as the rules ask for are kept.
create table password_history (
  user_no int not null constraint password_history_user_no_fkey references user_account on delete cascade,
  replaced_at timestamptz not null,
  password_hash text not null,
  primary key (user_no, replaced_at)
);

-- Requests to each login site, by address, for a limit over all sites. Only the current minute counts.
create table login_request_count (
  window_no int not null,
  key text not null,
  site text not null,
  cnt int not null,
  primary key (window_no, key, site)
);

create table login_throttle (
  key text primary key,
  failure_cnt int not null,
  last_failure_at timestamptz not null,
  locked_until timestamptz
);

-- Browsers in which a user has signed in: wrong passwords elsewhere do not lock them.
create table known_browser (
  user_no int not null constraint known_browser_user_no_fkey references user_account on delete cascade,
  browser_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_no, browser_hash)
);

-- For the user, who recognises strange sign-ins.
create table sign_in (
  sign_in_id bigint generated always as identity primary key,
  user_no int not null constraint sign_in_user_no_fkey references user_account on delete cascade,
  at timestamptz not null,
  method text not null,
  user_agent text not null,
  address text not null,
  is_new_browser boolean not null,
  -- When a server notifies the user by e-mail of the new browser. Null: it has, or it need not.
  mail_due_at timestamptz
);

create index sign_in_user_no on sign_in (user_no, sign_in_id desc);
create index sign_in_mail_due_at on sign_in (mail_due_at) where mail_due_at is not null;

-- Codes of an authenticator app. The secret must be readable to check a code; no call returns it after it is confirmed.
create table user_totp (
  user_no int primary key constraint user_totp_user_no_fkey references user_account on delete cascade,
  secret bytea not null constraint user_totp_secret_check check (octet_length(secret) = 20),
  -- Null: the user has not typed a code yet, so the app is not in use.
  confirmed_at timestamptz,
  -- A code of this or an earlier step of 30 s is refused, so that no code works twice.
  last_step int not null default 0,
  created_at timestamptz not null
);

create table passkey (
  passkey_id int generated always as identity primary key,
  user_no int not null constraint passkey_user_no_fkey references user_account on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  -- The device counts its signatures; most passkeys leave it at 0.
  signature_cnt bigint not null,
  transport_list json not null default '[]',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_credential_id_unique unique (credential_id)
);

create index passkey_user_no on passkey (user_no);

-- A used code is deleted.
create table recovery_code (
  user_no int not null constraint recovery_code_user_no_fkey references user_account on delete cascade,
  code_hash bytea not null constraint recovery_code_hash_check check (octet_length(code_hash) = 32),
  primary key (user_no, code_hash)
);

-- What a passkey must sign, once. It belongs to a browser or to a session.
create table passkey_challenge (
  challenge text primary key,
  bound_to bytea not null,
  expires_at timestamptz not null
);

-- A browser whose user has given the right password, and now needs the second factor.
create table pending_sign_in (
  browser_hash bytea primary key constraint pending_sign_in_hash_check check (octet_length(browser_hash) = 32),
  user_no int not null constraint pending_sign_in_user_no_fkey references user_account on delete cascade,
  -- Any change of the account ends it.
  account_version int not null,
  -- The user has enrolled a factor since the password, which needs no second check.
  is_enrolled boolean not null default false,
  expires_at timestamptz not null
);

create table oidc_login (
  state text primary key,
  nonce text not null,
  code_verifier text not null,
  return_url text not null,
  console_browser_hash bytea,
  -- The provider must ask the user again, although it knows the browser.
  is_proof boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index oidc_login_expires_at_idx on oidc_login (expires_at);

create table oidc_logout_token (
  jti text primary key,
  expires_at timestamptz not null
);

create table meta_group (
  meta_group_id int generated always as identity primary key,
  name text not null,
  name_key text not null,
  owner_user_no int constraint meta_group_owner_user_no_fkey references user_account on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint meta_group_name_unique unique (name_key)
);

create index meta_group_owner_user_no_idx on meta_group (owner_user_no);

create table sub_group (
  sub_group_id int generated always as identity primary key,
  meta_group_id int not null constraint sub_group_meta_group_id_fkey references meta_group on delete restrict,
  name text not null,
  name_key text not null,
  -- The lowest role that may read the logs of its clusters.
  log_readers text not null default 'groupAdmin'
    constraint sub_group_log_readers_check check (log_readers in ('totalAdmin', 'groupAdmin', 'user')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sub_group_name_unique unique (meta_group_id, name_key)
);

create table sub_group_member (
  user_no int not null constraint sub_group_member_user_no_fkey references user_account on delete cascade,
  sub_group_id int not null constraint sub_group_member_sub_group_id_fkey references sub_group on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_no, sub_group_id)
);

create index sub_group_member_sub_group_id_idx on sub_group_member (sub_group_id);

-- Who is on duty for sub groups of a meta group. `plan` holds its time zone, shifts with people, and escalation steps.
create table duty_rota (
  duty_rota_id int generated always as identity primary key,
  meta_group_id int not null constraint duty_rota_meta_group_id_fkey references meta_group on delete cascade,
  name text not null,
  name_key text not null,
  -- False: only the sub groups of duty_rota_group. When these are deleted, it covers nothing.
  covers_all boolean not null,
  plan json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 0,
  constraint duty_rota_name_unique unique (meta_group_id, name_key)
);

create table duty_rota_group (
  duty_rota_id int not null constraint duty_rota_group_duty_rota_id_fkey references duty_rota on delete cascade,
  sub_group_id int not null constraint duty_rota_group_sub_group_id_fkey references sub_group on delete cascade,
  primary key (duty_rota_id, sub_group_id)
);

create index duty_rota_group_sub_group_id_idx on duty_rota_group (sub_group_id);

-- Another person, or nobody, instead of a scheduled one. User numbers stay when a user is deleted: the rota names the gap.
create table duty_exception (
  duty_exception_id int generated always as identity primary key,
  duty_rota_id int not null constraint duty_exception_duty_rota_id_fkey references duty_rota on delete cascade,
  shift_id text,
  from_date text not null,
  to_date text not null,
  replaced_user_no int not null,
  covering_user_no int,
  note text not null,
  created_at timestamptz not null
);

create index duty_exception_duty_rota_id_idx on duty_exception (duty_rota_id);

-- The handover of one shift of a day. content: what happened, frozen when somebody finishes it; null for a draft.
create table handover (
  handover_id int generated always as identity primary key,
  duty_rota_id int constraint handover_duty_rota_id_fkey references duty_rota on delete set null,
  meta_group_id int not null constraint handover_meta_group_id_fkey references meta_group on delete cascade,
  -- The sub groups that the rota covered.
  sub_group_ids json not null,
  rota_name text not null,
  shift_id text not null,
  shift_date text not null,
  shift_name text not null,
  time_zone text not null,
  name_list json not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null constraint handover_state_check check (state in ('draft', 'finished', 'takenOver')),
  content json,
  notes text not null,
  remarks json not null,
  search_text text not null default '',
  finished_at timestamptz,
  finished_by text,
  finished_by_no int,
  taken_at timestamptz,
  taken_by text,
  taken_by_no int,
  version int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint handover_shift_unique unique (duty_rota_id, shift_id, shift_date)
);

create index handover_from_at_idx on handover (from_at);

-- What somebody wrote down for the next shifts, until somebody closes it.
create table handover_item (
  handover_item_id int generated always as identity primary key,
  duty_rota_id int not null constraint handover_item_duty_rota_id_fkey references duty_rota on delete cascade,
  text text not null,
  created_by text not null,
  created_by_no int not null,
  created_at timestamptz not null,
  closed_by text,
  closed_by_no int,
  closed_at timestamptz
);

create index handover_item_duty_rota_id_idx on handover_item (duty_rota_id);

-- `settings` holds the items that differ from the product's defaults.
create table alarm_template (
  alarm_template_id int generated always as identity primary key,
  name text not null,
  name_key text not null,
  description text not null default '',
  settings json not null default '{}',
  version int not null default 0,
  owner_user_no int constraint alarm_template_owner_user_no_fkey references user_account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint alarm_template_name_unique unique (name_key)
);

create index alarm_template_owner_user_no_idx on alarm_template (owner_user_no);

insert into alarm_template (name, name_key) values ('기본 템플릿', '기본 템플릿');

create table cluster (
  host_id int generated always as identity primary key,
  name text not null,
  name_key text not null,
  sub_group_id int not null constraint cluster_sub_group_id_fkey references sub_group on delete restrict,
  alarm_template_id int not null
    constraint cluster_alarm_template_id_fkey references alarm_template on delete restrict,
  is_monitored boolean not null default true,
  -- In every manifest of the cluster: an agent with an unknown token names its cluster with it.
  claim_key text not null default 'gwk_' || replace(gen_random_uuid()::text, '-', ''),
  created_by int constraint cluster_created_by_fkey references user_account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cluster_name_unique unique (sub_group_id, name_key)
);

create index cluster_alarm_template_id_idx on cluster (alarm_template_id);

create index cluster_created_by_idx on cluster (created_by);

create table view_option (
  user_no int not null constraint view_option_user_no_fkey references user_account on delete cascade,
  type text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_no, type)
);

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
);

create unique index logo_one_active on logo (active) where active;

-- No foreign keys: an entry stays when its user is deleted.
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
  address text,
  -- Set once, by the job that seals the log: the place in the chain, and the hash over this row and the row before it.
  chain_no bigint,
  -- The chain holds only a digest of the personal fields, so that erasing a person does not break it. Null again after that.
  personal_salt text,
  personal_digest text,
  hash text,
  constraint audit_chain_no_unique unique (chain_no),
  constraint audit_sealed_check check ((chain_no is null) = (hash is null))
);

create index audit_at_idx on audit (at);

create index audit_unsealed_idx on audit (audit_id) where hash is null;

create index audit_actor_idx on audit (actor_user_no, audit_id);

create function refuse_audit_change() returns trigger language plpgsql as $$
declare
  declared text := coalesce(current_setting('gwanje.audit_change', true), '');
begin
  if tg_op = 'DELETE' and declared = 'retention' or tg_op = 'UPDATE' and declared in ('seal', 'erasure') then
    return null;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

-- For each statement: TRUNCATE is refused too, and so is a change that matches no row.
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();

-- Sealing sets its own columns once. An erasure changes the personal fields alone.
create function check_audit_update() returns trigger language plpgsql as $$
declare
  changed text[] := case current_setting('gwanje.audit_change', true)
    when 'seal' then array['chain_no', 'personal_salt', 'personal_digest', 'hash']
    else array['actor_user_id', 'address', 'detail', 'personal_salt'] end;
begin
  if to_jsonb(old) - changed is distinct from to_jsonb(new) - changed
    or 'hash' = any(changed) and old.hash is not null
    or not 'hash' = any(changed) and new.personal_salt is not null then
    raise exception 'this field of the audit log never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger audit_checks_update before update on audit for each row execute function check_audit_update();

-- One row: the ends of the chain. last: the newest sealed entry; deleted: the newest entry that was exported and deleted.
create table audit_chain (
  is_only boolean primary key default true constraint audit_chain_is_only_check check (is_only),
  last_no bigint not null default 0,
  last_hash text not null default '',
  sealed_at timestamptz,
  deleted_no bigint not null default 0,
  deleted_hash text not null default '',
  verified_at timestamptz,
  verified_no bigint,
  -- What the last check found; null: nothing.
  problem json
);

insert into audit_chain default values;

-- The files that hold deleted entries.
create table audit_export (
  first_no bigint primary key,
  last_no bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_hash text not null,
  file_name text not null,
  machine text not null,
  exported_at timestamptz not null
);

-- Where each receiver of the audit log has got to.
create table audit_receiver (
  receiver text primary key,
  sent_no bigint not null default 0,
  sent_at timestamptz,
  failing_since timestamptz,
  last_error text
);

-- Persons who were erased. No foreign key: the account is gone. known_names: what the audit log is searched for, until it holds
-- none of it.
create table erasure (
  user_no int primary key,
  erased_at timestamptz not null,
  erased_by int,
  known_names json,
  finished_at timestamptz,
  constraint erasure_finished_check check ((known_names is null) = (finished_at is not null))
);

create table idempotency (
  user_no int not null,
  key text not null,
  request_hash text not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (user_no, key)
);

create index idempotency_created_at_idx on idempotency (created_at);

create index audit_target_idx on audit (target_kind, target_id, audit_id);

create table cluster_token (
  token_id int generated always as identity primary key,
  host_id int not null constraint cluster_token_host_id_fkey references cluster on delete cascade,
  role text not null constraint cluster_token_role_check check (role in ('cluster', 'node')),
  token_hash bytea not null constraint cluster_token_hash_check check (octet_length(token_hash) = 32),
  prefix text not null,
  may_read_logs boolean not null default false,
  created_by int constraint cluster_token_created_by_fkey references user_account on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint cluster_token_hash_unique unique (token_hash)
);

create index cluster_token_host_id_idx on cluster_token (host_id);

create index cluster_token_created_by_idx on cluster_token (created_by);

-- One row for each cluster from which a batch has arrived.
create table cluster_live (
  host_id int primary key constraint cluster_live_host_id_fkey references cluster on delete cascade,
  facts json not null default '{}',
  first_batch_at timestamptz not null,
  last_batch_at timestamptz not null,
  last_sample_at timestamptz,
  late_from timestamptz,
  late_to timestamptz,
  is_deferring boolean not null default false
);

-- The last batches of each agent. recent_batches: number and time of those that count as stored when they are resent.
create table agent (
  host_id int not null constraint agent_host_id_fkey references cluster on delete cascade,
  agent_id text not null,
  role text not null,
  version text not null,
  -- Since when it sends this version, and which one it sent before.
  version_at timestamptz,
  previous_version text,
  last_seq bigint not null,
  recent_batches json not null default '[]',
  last_batch_at timestamptz not null,
  clock_skew_ms double precision not null default 0,
  problems json not null default '[]',
  is_resync_needed boolean not null default false,
  primary key (host_id, agent_id)
);

create table refusal (
  host_id int not null constraint refusal_host_id_fkey references cluster on delete cascade,
  reason text not null,
  cnt int not null,
  last_at timestamptz not null,
  detail text,
  primary key (host_id, reason)
);

-- The server takes ids in blocks: a crash leaves gaps, never the same id twice.
create sequence object_id_seq as int;

-- The large tables have no foreign key to their cluster: deleting a cluster would wait for millions of rows. A job deletes
-- those rows later.
-- `record` is the JSON text of the agent; `state` is the part that lists and history need. A container's are inside its pod's.
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
);

create index object_alive_idx on object (host_id, kind) where deleted_at is null;

create index object_deleted_idx on object (host_id, kind, deleted_at) where deleted_at is not null;

create index object_node_id_idx on object (node_id, placed_at) where node_id is not null;

create index object_parent_id_idx on object (parent_id) where parent_id is not null;

create index object_unmonitored_idx on object (object_id) where not is_monitored;

create index object_name_idx on object (host_id, kind, name);

-- Search for deleted objects by the beginning of their name.
create index object_deleted_name_idx on object (host_id, lower(name) text_pattern_ops)
where deleted_at is not null;

-- Every change of state, with the state after it: from these rows follows each list at any past instant.
create table object_change (
  change_id bigint generated always as identity primary key,
  host_id int not null,
  object_id int not null,
  at timestamptz not null,
  changes json not null,
  state json not null
);

create index object_change_object_idx on object_change (object_id, at);

create index object_change_at_idx on object_change (at);

-- Every version of the manifest of an object. It is valid until the next one.
create table object_manifest (
  manifest_id bigint generated always as identity primary key,
  host_id int not null,
  object_id int not null,
  at timestamptz not null,
  -- The agent's digest of the content: equal manifests have equal digests.
  hash text not null,
  is_cut boolean not null,
  -- zstd with the dictionary of the server.
  content bytea not null
);

create unique index object_manifest_object_idx on object_manifest (object_id, at);

create index object_manifest_at_idx on object_manifest (at);

-- The content is compressed already.
alter table object_manifest alter column content set storage external;

create table event (
  event_id bigint generated always as identity primary key,
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
);

create index event_last_at_idx on event (host_id, last_at);

create index event_any_last_at_idx on event (last_at);

create index event_object_idx on event (object_id, last_at) where object_id is not null;

-- Events that arrived before their object.
create index event_unresolved_idx on event (host_id, object_name) where object_id is null;

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
);

create index node_history_running_idx on node_history (host_id) where to_at is null;

create index node_history_from_at_idx on node_history (from_at);

-- Samples acknowledged before the inventory of their object arrived; the server tries them again until they are too old.
create table waiting_sample (
  waiting_sample_id bigint generated always as identity primary key,
  host_id int not null constraint waiting_sample_host_id_fkey references cluster on delete cascade,
  received_at timestamptz not null,
  samples json not null
);

create index waiting_sample_host_id_idx on waiting_sample (host_id);

-- Stays when the template is deleted.
create table template_change (
  template_change_id int generated always as identity primary key,
  alarm_template_id int not null,
  at timestamptz not null,
  change_type int not null
    constraint template_change_type_check check (change_type between 1 and 6),
  user_no int,
  user_name text,
  detail text not null
);

create index template_change_template_idx on template_change (alarm_template_id, at);

-- Alarm items of one cluster (object_id 0) or of one object in it.
create table alarm_setting (
  host_id int not null constraint alarm_setting_host_id_fkey references cluster on delete cascade,
  object_id int not null default 0,
  settings json not null,
  version int not null,
  updated_by int,
  updated_at timestamptz not null,
  primary key (host_id, object_id)
);

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
);

-- The engine takes ids in blocks: it knows the id of an alarm before it writes the row.
create sequence alarm_id_seq as int;

-- A large table: no foreign key to the cluster. Nobody sees the rows of a deleted cluster, and a job deletes them later.
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
  is_evidence_complete boolean not null default false,
  -- The rule of the likeliest change before the alarm.
  first_cause text
);

-- The database itself refuses two open alarms of one item of one object.
create unique index alarm_open_unique on alarm (host_id, object_key, item_key)
where confirm_level in (1, 2, 3);

create index alarm_open_idx on alarm (host_id) where confirm_level in (1, 2, 3);

create index alarm_occurred_idx on alarm (host_id, occurred_at);

create index alarm_any_occurred_idx on alarm (occurred_at);

create index alarm_object_idx on alarm (object_id, occurred_at) where object_id is not null;

create index alarm_parent_idx on alarm (parent_alarm_id) where parent_alarm_id is not null;

create index alarm_node_idx on alarm (node_id, occurred_at) where node_id is not null;

-- Earlier alarms of one item, of the same workload or after the same kind of change.
create index alarm_workload_item_idx on alarm (item_key, coalesce(owner_name, object_name), occurred_at);

create index alarm_first_cause_idx on alarm (item_key, first_cause, occurred_at) where first_cause is not null;

create index alarm_incomplete_evidence_idx on alarm (occurred_at) where not is_evidence_complete;

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
);

create index alarm_change_alarm_idx on alarm_change (alarm_id);

create table alarm_memo (
  alarm_memo_id int generated always as identity primary key,
  alarm_id int not null constraint alarm_memo_alarm_id_fkey references alarm on delete cascade,
  at timestamptz not null,
  user_no int,
  user_name text not null,
  text text not null
);

create index alarm_memo_alarm_idx on alarm_memo (alarm_id);

-- Escalation steps that were sent, one row for each person; user_no 0: nobody could be reached. `began_at`: since when nobody
-- has acknowledged the alarm. An alarm that comes again is escalated again.
create table alarm_escalation (
  alarm_id int not null constraint alarm_escalation_alarm_id_fkey references alarm on delete cascade,
  duty_rota_id int not null,
  began_at timestamptz not null,
  step_no int not null,
  user_no int not null,
  rota_name text not null,
  user_name text,
  step_to text not null,
  reached_as text,
  skipped json not null,
  delivery_ids uuid[] not null,
  at timestamptz not null,
  primary key (alarm_id, duty_rota_id, began_at, step_no, user_no)
);

create table alarm_evidence (
  alarm_id int primary key constraint alarm_evidence_alarm_id_fkey references alarm on delete cascade,
  evidence json not null
);

-- Alarms that were changed outside the engine, for the replica that owns their cluster. changed_by: a reader knows which
-- transactions have not ended yet, so it misses no row. Empty in an installation with one server.
create table alarm_notice (
  alarm_notice_id bigint generated always as identity primary key,
  alarm_id int not null,
  changed_by xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);

create index alarm_notice_changed_by_idx on alarm_notice (changed_by);

create index alarm_notice_at_idx on alarm_notice (at);

-- State of each item that is not normal, so that hold times go on after a restart.
create table alarm_track (
  host_id int not null,
  object_key text not null,
  item_key text not null,
  track json not null,
  primary key (host_id, object_key, item_key)
);

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
);

create index alarm_snooze_until_idx on alarm_snooze (host_id, until_at);

create table webhook (
  webhook_id int generated always as identity primary key,
  alarm_template_id int not null
    constraint webhook_alarm_template_id_fkey references alarm_template on delete cascade,
  name text not null,
  name_key text not null,
  kind text not null,
  url text,
  secret text,
  success_text text,
  body_template text,
  recipient_list json not null default '[]',
  hours json,
  quiet_hours json,
  sub_group_id_list json,
  escalate_after_min int,
  scope_user_no int,
  min_level int not null,
  is_on boolean not null,
  sends_recovery boolean not null,
  language text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 0,
  constraint webhook_name_unique unique (alarm_template_id, name_key)
);

create index webhook_alarm_template_idx on webhook (alarm_template_id);

-- The key pair by which push services recognise the installation (VAPID). One row.
create table push_key (
  is_only boolean primary key default true constraint push_key_is_only_check check (is_only),
  public_key text not null,
  private_key text not null
);

-- Which alarms a person gets on their devices. Without a row: the defaults.
create table push_setting (
  user_no int primary key constraint push_setting_user_no_fkey references user_account on delete cascade,
  min_level int not null,
  sends_recovery boolean not null,
  -- Null: there are none.
  quiet_hours json,
  -- Null: all sub groups that the person may see.
  sub_group_id_list json,
  updated_at timestamptz not null
);

-- A browser in which a person turned on notifications.
create table push_subscription (
  push_subscription_id int generated always as identity primary key,
  user_no int not null constraint push_subscription_user_no_fkey references user_account on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device_name text,
  language text not null,
  -- The newest session of the person in this browser. Null: it was ended, and nothing is sent until the next one. A
  -- session that ends by time stops nothing.
  session_hash bytea,
  created_at timestamptz not null,
  confirmed_at timestamptz not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  constraint push_subscription_endpoint_unique unique (endpoint)
);

create index push_subscription_user_no_idx on push_subscription (user_no);

create index push_subscription_session_hash_idx on push_subscription (session_hash);

-- Written in the transaction of its alarm and sent afterwards: at least once, always with the same id. A delivery without
-- alarm_id is a summary of several alarms. The receiver is a webhook or a browser.
create table outbox (
  delivery_id uuid primary key,
  seq bigint generated always as identity,
  alarm_id int,
  -- The receiver: a webhook, a browser, the receivers of a report schedule or a person on duty. The browser of a person on
  -- duty names both.
  webhook_id int,
  push_subscription_id int,
  report_schedule_id int,
  user_no int,
  webhook_name text not null,
  reason text not null,
  payload json not null,
  state text not null,
  attempt_cnt int not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  last_error text,
  held_for text,
  held_until timestamptz,
  constraint outbox_receiver_check check (num_nonnulls(webhook_id, report_schedule_id, coalesce(push_subscription_id, user_no)) = 1)
);

create index outbox_due_idx on outbox (next_attempt_at) where state = 'waiting';

create index outbox_alarm_idx on outbox (alarm_id);

create index outbox_held_idx on outbox (held_until) where state = 'held';

create index outbox_delivered_idx on outbox (webhook_id, delivered_at);

create index outbox_failed_idx on outbox (webhook_id, last_attempt_at) where state = 'failed';

create index outbox_created_idx on outbox (created_at);

create index outbox_report_idx on outbox (report_schedule_id, seq) where report_schedule_id is not null;

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
  ended_by_user_no int,
  constraint maintenance_of_check check ((host_id is null) <> (sub_group_id is null))
);

create index maintenance_host_idx on maintenance (host_id, to_at);

create index maintenance_sub_group_idx on maintenance (sub_group_id, to_at);

-- Who gets the reports of a meta group, and when.
create table report_schedule (
  report_schedule_id int generated always as identity primary key,
  meta_group_id int not null constraint report_schedule_meta_group_id_fkey references meta_group on delete cascade,
  name text not null,
  name_key text not null,
  kind text not null constraint report_schedule_kind_check check (kind in ('weekly', 'monthly')),
  time_zone text not null,
  -- 'HH:mm' of the day after the period.
  time text not null,
  recipient_list json not null,
  language text not null,
  is_on boolean not null,
  -- The group admin who saved it: its reports hold only what this user may see. Null: a total admin.
  scope_user_no int,
  -- Reports that were due before are not made.
  active_from timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 0,
  constraint report_schedule_name_unique unique (meta_group_id, name_key)
);

-- The figures of a finished period. They stay when the schedule or the data of the period is deleted.
create table report (
  report_id int generated always as identity primary key,
  report_schedule_id int constraint report_schedule_id_fkey references report_schedule on delete set null,
  meta_group_id int not null constraint report_meta_group_id_fkey references meta_group on delete cascade,
  kind text not null,
  time_zone text not null,
  from_date text not null,
  made_at timestamptz not null,
  content json not null,
  constraint report_once_unique unique (report_schedule_id, kind, from_date)
);

create index report_period_idx on report (meta_group_id, kind, from_date);

create index report_made_at_idx on report (made_at);

-- Facts about the installation, for example the time of the last backup.
create table installation_note (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

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
);

create index access_token_user_no_idx on access_token (user_no);

-- A limited token whose groups are all deleted sees nothing.
create table access_token_group (
  access_token_id int not null
    constraint access_token_group_token_fkey references access_token on delete cascade,
  meta_group_id int not null
    constraint access_token_group_meta_group_fkey references meta_group on delete cascade,
  primary key (access_token_id, meta_group_id)
);

create index access_token_group_meta_group_idx on access_token_group (meta_group_id);

-- One for each user: a newer link replaces the older.
create table one_time_link (
  user_no int primary key constraint one_time_link_user_no_fkey references user_account on delete cascade,
  kind text not null constraint one_time_link_kind_check check (kind in ('invitation', 'reset', 'expired')),
  token_hash bytea not null constraint one_time_link_hash_check check (octet_length(token_hash) = 32),
  created_by int,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint one_time_link_hash_unique unique (token_hash)
);

-- Retention may delete old entries: it sets gwanje.audit_change, and a second trigger refuses the entries of the
-- last 30 days, counted back from now or from the newest entry: a clock that is ahead does not make them old.

create function refuse_young_audit_delete() returns trigger language plpgsql as $$
begin
  if old.at > least(now(), (select max(at) from audit)) - interval '30 days' then
    raise exception 'an entry of the audit log is too young to delete' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create trigger audit_refuses_young_delete before delete on audit
  for each row execute function refuse_young_audit_delete();

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
);

create index wallboard_key_user_no_idx on wallboard_key (user_no);

-- A key whose groups are all deleted sees nothing.
create table wallboard_key_group (
  wallboard_key_id int not null
    constraint wallboard_key_group_key_fkey references wallboard_key on delete cascade,
  sub_group_id int not null
    constraint wallboard_key_group_sub_group_fkey references sub_group on delete cascade,
  primary key (wallboard_key_id, sub_group_id)
);

create index wallboard_key_group_sub_group_idx on wallboard_key_group (sub_group_id);

-- Work that one of several server processes does, and the process that does it.
create table process_lease (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

-- The running servers of an installation with several. A row is gone when its server has stopped.
create table replica (
  replica_id text primary key,
  -- Where the other replicas reach it. A restarted replica replaces the row of its earlier process.
  url text not null constraint replica_url_unique unique,
  version text not null,
  -- Host and process id: a restart on the same machine sees at once that the earlier process has ended.
  process text not null,
  started_at timestamptz not null default clock_timestamp(),
  -- By the clock of the database. A replica that does not renew it is dead.
  expires_at timestamptz not null,
  -- It has had a copy of all clusters: others may hand clusters over to it.
  is_synced boolean not null default false,
  -- It hands its clusters over and stops.
  is_leaving boolean not null default false,
  -- Metric engines for which samples wait on its disk: the others read from another engine.
  behind_engines text[] not null default '{}'
);

-- The replica that identifies, stores and evaluates a cluster. Empty in an installation with one server.
create table cluster_owner (
  host_id int primary key constraint cluster_owner_host_fkey references cluster on delete cascade,
  replica_id text not null,
  -- Grows with every change of the owner. A transaction of an earlier owner fails.
  epoch bigint not null default 1,
  -- Grows with every transaction of the pipeline: a replica knows whether its copy is complete.
  commit_no bigint not null default 0,
  -- Objects of the cluster, rounded, for the distribution over the replicas.
  weight int not null default 0,
  since timestamptz not null default clock_timestamp(),
  -- Why its owner cannot work for it, for example damaged rows. Null while it works.
  failure text,
  failing_since timestamptz
);

-- The secret with which replicas recognise each other. One row.
create table replica_secret (
  is_only boolean primary key default true constraint replica_secret_is_only check (is_only),
  secret text not null
);

-- The newest runs of the server processes. While none ran, agents could not send.
create table server_run (
  server_run_id bigint generated always as identity primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- False: it runs, but evaluates no alarms.
  is_evaluating boolean not null default true
);

-- One version for each topic. It changes when anything of the topic changes. The triggers wait for the
-- commit and count once for each transaction: the lock on the row is short and always the last one taken.
create table change_version (
  topic text primary key,
  version bigint not null default 1,
  changed_by xid8
);

insert into change_version (topic) values ('rights'), ('alarmSettings'), ('clusters');

create function raise_change_version(of_topic text) returns void language plpgsql as $$
begin
  if exists (select from change_version where topic = of_topic and changed_by = pg_current_xact_id()) then
    return;
  end if;
  -- All rows in one order: two transactions that change several topics must not wait for each other.
  perform from change_version order by topic for update;
  update change_version set version = version + 1, changed_by = pg_current_xact_id() where topic = of_topic;
end $$;

create function bump_change_version() returns trigger language plpgsql as $$
begin
  perform raise_change_version(tg_argv[0]);
  return null;
end $$;

-- Any change of these tables is a change of the topic. The monitoring of objects also belongs to 'clusters', but a trigger
-- on their large table would slow every batch: the server raises that version itself.
do $$
declare
  topic text;
  name text;
begin
  for topic, name in values
    ('rights', 'user_account'),
    ('rights', 'meta_group'),
    ('rights', 'sub_group'),
    ('rights', 'sub_group_member'),
    ('rights', 'security_setting'),
    ('rights', 'access_token_group'),
    ('rights', 'wallboard_key_group'),
    ('alarmSettings', 'alarm_template'),
    ('alarmSettings', 'alarm_setting'),
    ('alarmSettings', 'event_alarm'),
    ('alarmSettings', 'cluster'),
    ('clusters', 'cluster')
  loop
    execute format('
      create constraint trigger %I after insert or update or delete on %I
      deferrable initially deferred for each row execute function bump_change_version(%L)',
      lower(topic) || '_version', name, topic);
    execute format('
      create trigger %I after truncate on %I
      for each statement execute function bump_change_version(%L)',
      lower(topic) || '_version_truncated', name, topic);
  end loop;
end $$;

-- A new session, token or key changes no right, and neither do the columns of its use.
do $$
declare
  name text;
  used_columns text[];
begin
  for name, used_columns in values
    ('session', array['last_seen_at']),
    ('access_token', array['last_used_at', 'last_used_from']),
    ('wallboard_key', array['last_seen_at', 'last_seen_from'])
  loop
    execute format('
      create constraint trigger rights_version_deleted after delete on %I
      deferrable initially deferred for each row execute function bump_change_version(''rights'')', name);
    execute format('
      create constraint trigger rights_version_updated after update on %1$I
      deferrable initially deferred for each row
      when (to_jsonb(old) - %2$L::text[] is distinct from to_jsonb(new) - %2$L::text[])
      execute function bump_change_version(''rights'')', name, used_columns);
    execute format('
      create trigger rights_version_truncated after truncate on %I
      for each statement execute function bump_change_version(''rights'')', name);
  end loop;
end $$;
