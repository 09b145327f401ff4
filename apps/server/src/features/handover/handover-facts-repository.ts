import type { Db } from '@gwanje/backend/database/schema';
import { MAX_HANDOVER_LINES, MAX_OPEN_ITEMS } from '@gwanje/contract/duty/handovers';
import { type AuditAction, type AuditKind, auditActions } from '@gwanje/contract/settings/audit-actions';
import { recordKindsOf } from '@gwanje/kinds/registry';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

interface ShiftOfGroups {
  readonly dutyRotaId: number;
  readonly subGroupIds: readonly number[];
  readonly from: Date;
  readonly to: Date;
}

interface AlarmFacts {
  readonly key: string;
  readonly subGroupId: number;
  readonly alarmId: number;
  readonly clusterName: string;
  readonly level: number;
  readonly confirmLevel: number;
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly objectName: string;
  readonly namespace: string | null;
  readonly occurredAt: Date;
  readonly recoveredAt: Date | null;
  readonly confirmedBy: string | null;
  readonly memo: unknown;
}

const SILENT_ITEM = 'cluster.noData';

/** opened: raised in the shift · handled: a person confirmed or closed it · open: it is open at the end. Without folded alarms. */
export async function listAlarms(
  db: Db,
  { subGroupIds, from, to }: ShiftOfGroups,
  which: 'opened' | 'handled' | 'open',
): Promise<{ readonly cnt: number; readonly list: AlarmFacts[] }> {
  const conditions: Readonly<Record<typeof which, RawBuilder<SqlBool>>> = {
    opened: sql`a.occurred_at >= ${from} and a.occurred_at < ${to}`,
    handled: sql`a.confirmed_at >= ${from} and a.confirmed_at < ${to}`,
    open: sql`a.occurred_at < ${to} and a.confirm_level in (1, 2, 3)`,
  };
  const { rows } = await sql<AlarmFacts & { readonly cnt: number }>`
    select 'alarm:' || a.alarm_id as key, c.sub_group_id, a.alarm_id, c.name as cluster_name, a.level, a.confirm_level,
      a.item_key, a.item_name, a.value, a.threshold, a.object_name, a.namespace, a.occurred_at, a.recovered_at,
      a.confirmed_by, (count(*) over ())::int as cnt,
      (select json_build_object('text', m.text, 'userName', m.user_name,
          'at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from alarm_memo m where m.alarm_id = a.alarm_id order by m.alarm_memo_id desc limit 1) as memo
    from alarm a join cluster c on c.host_id = a.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and a.parent_alarm_id is null and ${conditions[which]}
    order by a.level desc, a.occurred_at desc limit ${MAX_HANDOVER_LINES}`.execute(db);
  return { cnt: rows[0]?.cnt ?? 0, list: rows };
}

/** Snoozes and maintenance that run at the end of the shift. */
export async function listMutes(db: Db, { subGroupIds, to }: ShiftOfGroups) {
  const { rows } = await sql<{
    readonly key: string;
    readonly subGroupId: number;
    readonly kind: string;
    readonly name: string;
    readonly fromAt: Date;
    readonly untilAt: Date;
    readonly reason: string;
    readonly userName: string;
  }>`
    select 'snooze:' || s.snooze_id as key, c.sub_group_id, 'snooze' as kind,
      case when s.name = '' then c.name else s.name || ' (' || c.name || ')' end as name,
      s.created_at as from_at, s.until_at, s.reason, s.user_name
    from alarm_snooze s join cluster c on c.host_id = s.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and s.created_at < ${to} and s.until_at > ${to}
    union all
    select 'maintenance:' || m.maintenance_id, g.sub_group_id, 'maintenance', coalesce(c.name, g.name),
      m.from_at, m.to_at, m.reason, m.user_name
    from maintenance m left join cluster c on c.host_id = m.host_id
    join sub_group g on g.sub_group_id = coalesce(m.sub_group_id, c.sub_group_id)
    where g.sub_group_id = any(${[...subGroupIds]}::int[]) and m.from_at < ${to} and m.to_at > ${to}
    order by until_at limit ${MAX_HANDOVER_LINES}`.execute(db);
  return rows;
}

const MAX_CHANGE_ROWS = 2000;

/**
 * Changes of these fields of workloads and nodes, newest first. What another object makes and deletes, as a cron job its jobs,
 * is no change, and neither is an older object that a newly connected cluster reports for the first time.
 */
export async function listStateChanges(
  db: Db,
  { subGroupIds, from, to }: ShiftOfGroups,
  fields: readonly string[],
) {
  const changing = (names: readonly string[]) => `"what":"(${names.join('|')})"`;
  const ofKnown = fields.filter((name) => name !== 'created');
  const ofOwned = ofKnown.filter((name) => name !== 'deleted');
  const workloads = [...recordKindsOf('workload')];
  const nodes = [...recordKindsOf('node')];
  const { rows } = await sql<{
    readonly changeId: string;
    readonly subGroupId: number;
    readonly clusterName: string;
    readonly kind: 'workload' | 'node';
    readonly name: string;
    readonly namespace: string | null;
    readonly changes: unknown;
    readonly at: Date;
  }>`
    select x.change_id::text, c.sub_group_id, c.name as cluster_name, o.name, o.namespace, x.changes, x.at,
      case when o.kind = any(${nodes}::text[]) then 'node' else 'workload' end as kind
    from object_change x join object o on o.object_id = x.object_id join cluster c on c.host_id = o.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and x.at >= ${from} and x.at < ${to}
      and o.kind = any(${[...workloads, ...nodes]}::text[])
      and x.changes::text ~ case when o.state ->> 'ownerKind' is not null then ${changing(ofOwned)}::text
        when o.created_at < ${from} then ${changing(ofKnown)}::text
        else ${changing(fields)}::text end
    order by x.at desc, x.change_id desc limit ${MAX_CHANGE_ROWS}`.execute(db);
  return rows;
}

/** `cluster.insert` and all other actions on settings of the clusters and groups of a rota, and on the rota. */
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
  'template.apply' satisfies AuditAction,
];

/** Changes of the settings of the clusters and groups, and of the rota, newest first. */
export async function listSettingChanges(db: Db, { dutyRotaId, subGroupIds, from, to }: ShiftOfGroups) {
  const { rows } = await sql<{
    readonly key: string;
    readonly subGroupId: number;
    readonly action: string;
    readonly name: string | null;
    readonly userId: string | null;
    readonly at: Date;
  }>`
    select 'setting:' || a.audit_id as key, coalesce(c.sub_group_id, g.sub_group_id, ${subGroupIds[0] ?? 0}::int) as sub_group_id,
      a.action, a.actor_user_id as user_id, a.at, concat_ws(' / ',
        coalesce(c.name, g.name, a.detail ->> 'name', a.detail -> 'after' ->> 'name', a.detail -> 'before' ->> 'name'),
        case when a.action in ('monitoring.update', 'template.apply') then a.detail ->> 'name' end) as name
    from audit a
    left join cluster c on c.sub_group_id = any(${[...subGroupIds]}::int[])
      and c.host_id::text = case when a.target_kind = 'cluster' then a.target_id else a.detail ->> 'hostId' end
    left join sub_group g on a.target_kind = 'subGroup' and g.sub_group_id = any(${[...subGroupIds]}::int[])
      and g.sub_group_id::text = a.target_id
    where a.at >= ${from} and a.at < ${to} and a.outcome = 'done'
      and a.action = any(${SETTING_ACTIONS}::text[])
      and (c.host_id is not null or g.sub_group_id is not null
        or (a.target_kind = 'dutyRota' and a.target_id = ${String(dutyRotaId)})
        or (a.target_kind = 'dutyException' and a.detail ->> 'dutyRotaId' = ${String(dutyRotaId)}))
    order by a.audit_id desc limit ${MAX_HANDOVER_LINES}`.execute(db);
  return rows;
}

/** Clusters whose agent was silent during the shift. */
export async function listSilentClusters(db: Db, { subGroupIds, from, to }: ShiftOfGroups) {
  const { rows } = await sql<{
    readonly key: string;
    readonly subGroupId: number;
    readonly clusterName: string;
    readonly fromAt: Date;
    readonly toAt: Date | null;
  }>`
    select 'silent:' || a.alarm_id as key, c.sub_group_id, c.name as cluster_name, a.occurred_at as from_at,
      coalesce(a.recovered_at, a.closed_at) as to_at
    from alarm a join cluster c on c.host_id = a.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[]) and a.item_key = ${SILENT_ITEM}
      and a.occurred_at < ${to} and coalesce(a.recovered_at, a.closed_at, 'infinity'::timestamptz) > ${from}
    order by a.occurred_at desc limit ${MAX_HANDOVER_LINES}`.execute(db);
  return rows;
}

/** Items that were open during the shift, and those that were written down after it. */
export async function listItems(db: Db, { dutyRotaId, from }: ShiftOfGroups) {
  const rows = await db
    .selectFrom('handoverItem')
    .select(['handoverItemId', 'text', 'createdBy', 'createdAt', 'closedBy', 'closedAt'])
    .where('dutyRotaId', '=', dutyRotaId)
    .where((eb) => eb.or([eb('closedAt', 'is', null), eb('closedAt', '>=', from)]))
    .orderBy('handoverItemId')
    .limit(MAX_OPEN_ITEMS * 2)
    .execute();
  return rows.map((row) => ({ ...row, key: `item:${row.handoverItemId}` }));
}
