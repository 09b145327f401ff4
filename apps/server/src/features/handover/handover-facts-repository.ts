import type { Db } from '@gwanje/backend/database/schema';
import { MAX_OPEN_ITEMS } from '@gwanje/contract/duty/handovers';
import { type AuditAction, type AuditKind, auditActions } from '@gwanje/contract/settings/audit-actions';
import { STALE_AFTER_MS } from '@gwanje/domain/formats/time';
import { recordKindsOf } from '@gwanje/kinds/registry';
import { sql } from 'kysely';
import { type Lines, readLines, type ShiftOfGroups } from './handover-lines-repository.ts';

interface MuteFacts {
  readonly key: string;
  readonly subGroupId: number;
  readonly kind: string;
  readonly name: string;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly reason: string;
  readonly userName: string;
  readonly userNo: number | null;
}

/** Snoozes and maintenance that run at the end of the shift. */
export async function listMutes(db: Db, { subGroupIds, to }: ShiftOfGroups): Promise<Lines<MuteFacts>> {
  const lines = sql`
    select 'snooze:' || s.snooze_id as key, c.sub_group_id, 'snooze' as kind,
      case when s.name = '' then c.name else s.name || ' (' || c.name || ')' end as name,
      s.created_at as from_at, s.until_at, s.reason, s.user_name, s.user_no
    from alarm_snooze s join cluster c on c.host_id = s.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and s.created_at < ${to} and s.until_at > ${to}
    union all
    select 'maintenance:' || m.maintenance_id, g.sub_group_id, 'maintenance', coalesce(c.name, g.name),
      m.from_at, m.to_at, m.reason, m.user_name, m.user_no
    from maintenance m left join cluster c on c.host_id = m.host_id
    join sub_group g on g.sub_group_id = coalesce(m.sub_group_id, c.sub_group_id)
    where g.sub_group_id = any(${[...subGroupIds]}::int[]) and m.from_at < ${to} and m.to_at > ${to}`;
  return await readLines<MuteFacts>(db, { lines, order: sql`until_at, key desc` });
}

interface StateChangeFacts {
  readonly key: string;
  readonly subGroupId: number;
  readonly clusterName: string;
  readonly kind: 'workload' | 'node';
  readonly name: string;
  readonly namespace: string | null;
  readonly what: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly at: Date;
  readonly cnt: number;
  /** Of a rollout, at the end of the shift. */
  readonly rolloutPhase: string | null;
}

const REVISION_FIELDS = ['revision', 'revisionName'];
const ROLLOUT_FIELDS = ['images', ...REVISION_FIELDS, 'rolloutPhase'];
/** Phases that a handover names, also of a rollout that began before the shift. */
const HALTED_PHASES = ['stuck', 'paused'];

/**
 * Rollouts, and changes of these fields of workloads and nodes, newest first. The changes of one field are one line from the
 * first to the last value, so that a node that flaps does not hide the others; an object that was made anew with the same name
 * is the same. The rollouts of a workload are one line: new images or a new revision begin one.
 * What another object makes and deletes, as a cron job its jobs, is no change, and neither is an older object that a newly
 * connected cluster reports for the first time, nor the first revision that an agent reports.
 */
export async function listStateChanges(
  db: Db,
  { subGroupIds, from, to }: ShiftOfGroups,
  fields: Readonly<Record<StateChangeFacts['kind'], readonly string[]>>,
): Promise<Lines<StateChangeFacts>> {
  const workloads = [...recordKindsOf('workload')];
  const nodes = [...recordKindsOf('node')];
  const workloadFields = [...fields.workload, ...ROLLOUT_FIELDS];
  /** Most changes are of other fields. */
  const changing = `"what":"(${[...workloadFields, ...fields.node].join('|')})"`;
  const lines = sql`
    select 'change:' || min(object_id) || '-' || part as key, sub_group_id, cluster_name, kind, name, namespace,
      case when bool_or(what = 'images') then 'images' else part end as what,
      (array_agg(field -> 'from' order by at, change_id) filter (where has_values))[1] as "from",
      (array_agg(field -> 'to' order by at desc, change_id desc) filter (where has_values))[1] as "to",
      max(at) as at, greatest(count(*) filter (where has_values), count(*) filter (where is_revision))::int as cnt,
      case part when 'rollout' then (array_agg(rollout_phase order by at desc, change_id desc))[1] end as rollout_phase
    from (
      select *, case when what = any(${ROLLOUT_FIELDS}::text[]) then 'rollout' else what end as part,
        what = any(${REVISION_FIELDS}::text[]) as is_revision,
        what = 'images' or what <> all(${ROLLOUT_FIELDS}::text[]) as has_values,
        what = 'rolloutPhase' and array[field ->> 'from', field ->> 'to'] && ${HALTED_PHASES}::text[] as is_halt
      from (
        select o.object_id, c.host_id, c.sub_group_id, c.name as cluster_name, o.name, o.namespace, x.change_id, x.at, field,
          field ->> 'what' as what, case when o.kind = any(${nodes}::text[]) then 'node' else 'workload' end as kind,
          o.state ->> 'ownerKind' is not null as is_owned, o.created_at < ${from} as is_older,
          x.state ->> 'rolloutPhase' as rollout_phase
        from cluster c join object o on o.host_id = c.host_id join object_change x on x.object_id = o.object_id
        cross join lateral json_array_elements(x.changes) field
        where c.sub_group_id = any(${[...subGroupIds]}::int[]) and o.kind = any(${[...workloads, ...nodes]}::text[])
          and x.at >= ${from} and x.at < ${to} and x.changes::text ~ ${changing}) change) step
    where what = any(case kind when 'node' then ${[...fields.node]}::text[] else ${workloadFields}::text[] end)
      and not (is_owned and what in ('created', 'deleted')) and not (coalesce(is_older, false) and what = 'created')
      and not (is_revision and (field ->> 'from' is null or field ->> 'to' is null))
    group by host_id, sub_group_id, cluster_name, kind, namespace, name, part
    having bool_or(has_values or is_revision or is_halt)`;
  return await readLines<StateChangeFacts>(db, { lines, order: sql`at desc, key` });
}

/** `cluster.insert` and all other actions on settings of the clusters and groups of a rota, on their templates, and on the rota. */
const SETTING_KINDS = [
  'alarmSetting',
  'cluster',
  'dutyException',
  'dutyRota',
  'eventAlarm',
  'monitoring',
  'subGroup',
] as const satisfies readonly AuditKind[];
const SETTING_ACTIONS = [
  ...SETTING_KINDS.flatMap((kind) => auditActions[kind].map((act) => `${kind}.${act}`)),
  ...(['template.apply', 'template.update'] satisfies AuditAction[]),
  ...(['webhook.insert', 'webhook.update', 'webhook.delete'] satisfies AuditAction[]),
];
const MOVING_ACTIONS: readonly AuditAction[] = ['cluster.update', 'cluster.delete'];

interface SettingFacts {
  readonly key: string;
  /** Null: of the rota itself. */
  readonly subGroupId: number | null;
  readonly action: string;
  readonly name: string | null;
  readonly userId: string | null;
  readonly at: Date;
}

/**
 * Changes of the settings of the clusters and groups, and of the rota, newest first. A cluster that was moved or deleted is
 * listed until then; after a move between two of the groups an entry has a line in each. A change of a template or of its
 * webhooks has a line in each group with a cluster that uses the template; a webhook for some groups only in these.
 */
export async function listSettingChanges(
  db: Db,
  { dutyRotaId, subGroupIds, from, to }: ShiftOfGroups,
): Promise<Lines<SettingFacts>> {
  const lines = sql`
    with known as (
      select host_id::text as host_id, sub_group_id, name, null::bigint as last_audit_id
      from cluster where sub_group_id = any(${[...subGroupIds]}::int[])
      union all
      select target_id, (detail -> 'before' ->> 'subGroupId')::int, detail -> 'before' ->> 'name', audit_id
      from audit where at >= ${from} and outcome = 'done' and action = any(${[...MOVING_ACTIONS]}::text[])
        and detail -> 'before' ->> 'subGroupId' = any(${[...subGroupIds]}::text[])
        and detail -> 'before' ->> 'subGroupId' is distinct from detail -> 'after' ->> 'subGroupId'),
    used as (
      select distinct t.alarm_template_id::text as alarm_template_id, t.name, c.sub_group_id
      from cluster c join alarm_template t on t.alarm_template_id = c.alarm_template_id
      where c.sub_group_id = any(${[...subGroupIds]}::int[]))
    select distinct on (a.audit_id, sub_group_id) 'setting:' || a.audit_id as key,
      coalesce(c.sub_group_id, g.sub_group_id, t.sub_group_id) as sub_group_id,
      a.action, a.actor_user_id as user_id, a.at, a.audit_id, concat_ws(' / ',
        coalesce(c.name, g.name, case a.target_kind when 'webhook' then t.name end, own.name),
        case when a.target_kind = 'webhook' or a.action in ('monitoring.update', 'template.apply') then own.name end) as name
    from audit a
    cross join lateral (select coalesce(
      a.detail ->> 'name', a.detail -> 'after' ->> 'name', a.detail -> 'before' ->> 'name') as name) own
    left join known c on c.host_id = case when a.target_kind = 'cluster' then a.target_id
        else coalesce(a.detail ->> 'hostId', a.detail -> 'before' ->> 'hostId') end
      and (c.last_audit_id is null or a.audit_id <= c.last_audit_id)
    left join sub_group g on a.target_kind = 'subGroup' and g.sub_group_id = any(${[...subGroupIds]}::int[])
      and g.sub_group_id::text = a.target_id
    left join used t on t.alarm_template_id = case a.target_kind when 'template' then a.target_id
        when 'webhook' then a.detail ->> 'alarmTemplateId' end
      and (jsonb_typeof(a.detail -> 'forSubGroupIdList') is distinct from 'array'
        or a.detail -> 'forSubGroupIdList' @> to_jsonb(t.sub_group_id))
    where a.at >= ${from} and a.at < ${to} and a.outcome = 'done'
      and a.action = any(${SETTING_ACTIONS}::text[])
      and (c.host_id is not null or g.sub_group_id is not null or t.sub_group_id is not null
        or (a.target_kind = 'dutyRota' and a.target_id = ${String(dutyRotaId)})
        or (a.target_kind = 'dutyException' and a.detail ->> 'dutyRotaId' = ${String(dutyRotaId)}))`;
  return await readLines<SettingFacts>(db, { lines, order: sql`audit_id desc` });
}

const SILENT_ITEM = 'cluster.noData';

interface SilentFacts {
  readonly key: string;
  readonly subGroupId: number;
  readonly clusterName: string;
  readonly fromAt: Date;
  readonly toAt: Date | null;
}

/** Clusters whose agent was silent during the shift, by their alarms. One that is silent still is listed without an alarm too. */
export async function listSilentClusters(
  db: Db,
  { subGroupIds, from, to }: ShiftOfGroups,
): Promise<Lines<SilentFacts>> {
  const lines = sql`
    select 'silent:' || a.alarm_id as key, c.sub_group_id, c.name as cluster_name, a.occurred_at as from_at,
      case when coalesce(a.recovered_at, a.closed_at) < ${to} then coalesce(a.recovered_at, a.closed_at) end as to_at
    from alarm a join cluster c on c.host_id = a.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and a.item_key = ${SILENT_ITEM}
      and a.occurred_at < ${to} and coalesce(a.recovered_at, a.closed_at, 'infinity'::timestamptz) > ${from}
    union all
    select 'silent:cluster-' || c.host_id, c.sub_group_id, c.name, l.last_batch_at, null
    from cluster c join cluster_live l on l.host_id = c.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and c.is_monitored
      and l.last_batch_at < ${new Date(to.getTime() - STALE_AFTER_MS)}
      and not exists (select 1 from alarm a where a.host_id = c.host_id and a.item_key = ${SILENT_ITEM}
        and a.occurred_at < ${to} and coalesce(a.recovered_at, a.closed_at, 'infinity'::timestamptz) >= ${to})`;
  return await readLines<SilentFacts>(db, { lines, order: sql`from_at desc, key` });
}

/**
 * Items that were open during the shift, and those that were written down after it. One that was closed after the shift
 * was open at its end.
 */
export async function listItems(db: Db, { dutyRotaId, from, to }: ShiftOfGroups) {
  if (dutyRotaId === null) return [];
  const rows = await db
    .selectFrom('handoverItem')
    .select(['handoverItemId', 'text', 'createdBy', 'createdByNo', 'createdAt'])
    .select(['closedBy', 'closedByNo', 'closedAt'])
    .where('dutyRotaId', '=', dutyRotaId)
    .where((eb) => eb.or([eb('closedAt', 'is', null), eb('closedAt', '>=', from)]))
    .orderBy('handoverItemId')
    .limit(MAX_OPEN_ITEMS * 2)
    .execute();
  return rows.map((row) => {
    const isClosedLater = row.closedAt !== null && row.closedAt >= to;
    return { ...row, isClosedLater, key: `item:${row.handoverItemId}` };
  });
}
