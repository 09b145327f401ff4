import type { Db } from '@gwanje/backend/database/schema';
import { SHORT_S } from '@gwanje/contract/alarms/backtest';
import { type RawBuilder, sql } from 'kysely';

/** A time, and the clusters whose rows a report reads. */
export interface ReportRange {
  readonly hostIds: readonly number[];
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

export interface ReportCluster {
  readonly hostId: number;
  readonly name: string;
  readonly subGroupId: number;
  readonly subGroupName: string;
  readonly firstDataAt: Date | null;
  readonly lastDataAt: Date | null;
}

/** The clusters of sub groups, by sub group and name. */
export async function listReportClusters(db: Db, subGroupIds: readonly number[]): Promise<ReportCluster[]> {
  const { rows } = await sql<ReportCluster>`
    select c.host_id, c.name, c.sub_group_id, s.name as sub_group_name,
      l.first_batch_at as first_data_at, l.last_batch_at as last_data_at
    from cluster c join sub_group s on s.sub_group_id = c.sub_group_id
    left join cluster_live l on l.host_id = c.host_id
    where c.sub_group_id = any(${[...subGroupIds]}::int[])
    order by s.name_key, c.name_key`.execute(db);
  return rows;
}

function alarmsIn({ hostIds, from, to }: ReportRange): RawBuilder<unknown> {
  return sql`alarm a where a.host_id = any(${[...hostIds]}::int[])
    and a.occurred_at >= ${from} and a.occurred_at < ${to}`;
}

/** Alarms that did not follow from another one. */
const IS_OWN = sql`a.parent_alarm_id is null`;

export interface ItemCounts {
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly cnt: number;
  readonly criticalCnt: number;
  readonly foldedCnt: number;
  readonly beforeCnt: number;
}

export async function countAlarmsByItem(
  db: Db,
  range: ReportRange,
  before: { readonly from: Date; readonly to: Date },
): Promise<ItemCounts[]> {
  const { rows } = await sql<ItemCounts>`
    select item_key, max(item_name) as item_name,
      (count(*) filter (where is_now))::int as cnt,
      (count(*) filter (where is_now and level = 5))::int as critical_cnt,
      (count(*) filter (where is_now and is_folded))::int as folded_cnt,
      (count(*) filter (where not is_now))::int as before_cnt
    from (
      select a.item_key, a.item_name, a.level, not ${IS_OWN} as is_folded, true as is_now
      from ${alarmsIn(range)}
      union all
      select a.item_key, a.item_name, a.level, false, false
      from ${alarmsIn({ hostIds: range.hostIds, ...before })}) counted
    group by item_key
    order by cnt desc, before_cnt desc, item_key`.execute(db);
  return rows;
}

/** Alarms by the day of their occurrence. `starts` are the instants at which the days begin. */
export async function countAlarmsByDay(db: Db, range: ReportRange, starts: readonly Date[]) {
  const { rows } = await sql<{ day: number; warningCnt: number; criticalCnt: number }>`
    select width_bucket(a.occurred_at, ${[...starts]}::timestamptz[]) as day,
      (count(*) filter (where a.level <> 5))::int as warning_cnt,
      (count(*) filter (where a.level = 5))::int as critical_cnt
    from ${alarmsIn(range)} group by 1`.execute(db);
  return rows;
}

interface ResponseRow {
  readonly doneCnt: number;
  readonly neverCnt: number;
  readonly neverAndEndedCnt: number;
  readonly medianS: number | null;
  readonly p95S: number | null;
}

/**
 * The time from the occurrence to the first act of a person that raised the confirmation level to `minLevel` or above. A
 * recovery or an end without a person is no act.
 */
export async function measureResponse(
  db: Db,
  range: ReportRange,
  minLevel: 2 | 3,
): Promise<ResponseRow | undefined> {
  const { rows } = await sql<ResponseRow>`
    with answered as (
      select extract(epoch from first_act.at - a.occurred_at)::float8 as after_s,
        a.recovered_at is not null or a.closed_at is not null as is_ended
      from (select * from ${alarmsIn(range)} and ${IS_OWN}) a
      left join lateral (
        select min(c.at) as at from alarm_change c
        where c.alarm_id = a.alarm_id and c.change = 'confirmed' and c.confirm_level >= ${minLevel}) first_act on true)
    select count(after_s)::int as done_cnt,
      (count(*) filter (where after_s is null))::int as never_cnt,
      (count(*) filter (where after_s is null and is_ended))::int as never_and_ended_cnt,
      percentile_cont(0.5) within group (order by after_s) as median_s,
      percentile_cont(0.95) within group (order by after_s) as p95_s
    from answered`.execute(db);
  return rows[0];
}

export interface RuleRow {
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly alarmTemplateId: number;
  readonly templateName: string;
  readonly templateSettings: unknown;
  readonly hostId: number | null;
  readonly clusterName: string | null;
  readonly clusterSettings: unknown;
  readonly cnt: number;
  readonly shortCnt: number;
  readonly shortS: number | null;
  readonly againCnt: number;
}

/**
 * The rules with the most alarms: an item of a template, or of a cluster that has its own setting of the item. Event alarms
 * belong to their cluster.
 */
export async function listNoisyRules(db: Db, range: ReportRange, limit: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    with own as (
      select a.alarm_id, a.item_key, a.item_name, c.alarm_template_id,
        case when s.settings -> a.item_key is not null or a.item_key like 'event.%' then a.host_id end as host_id
      from (select * from ${alarmsIn(range)} and ${IS_OWN} and a.item_key not like 'notify.%') a
      join cluster c on c.host_id = a.host_id
      left join alarm_setting s on s.host_id = a.host_id and s.object_id = 0),
    step as (
      select own.*, h.change, extract(epoch from h.at - lag(h.at) over each_alarm) as lasted_s
      from own join alarm_change h on h.alarm_id = own.alarm_id and h.change in ('occurred', 'reoccurred', 'recovered')
      window each_alarm as (partition by own.alarm_id order by h.alarm_change_id)),
    rule as (
      select item_key, max(item_name) as item_name, alarm_template_id, host_id,
        count(distinct alarm_id)::int as cnt,
        (count(*) filter (where change = 'recovered' and lasted_s <= ${SHORT_S}))::int as short_cnt,
        (percentile_disc(0.9) within group (order by lasted_s)
          filter (where change = 'recovered' and lasted_s <= ${SHORT_S}))::float8 as short_s,
        (count(*) filter (where change = 'reoccurred'))::int as again_cnt
      from step group by item_key, alarm_template_id, host_id)
    select rule.*, t.name as template_name, t.settings as template_settings,
      c.name as cluster_name, s.settings as cluster_settings
    from rule join alarm_template t using (alarm_template_id)
    left join cluster c on c.host_id = rule.host_id
    left join alarm_setting s on s.host_id = rule.host_id and s.object_id = 0
    order by cnt + again_cnt desc, item_key, alarm_template_id, rule.host_id nulls first limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** What the nodes that existed at `at` offer to pods. A virtual node offers nothing. */
export async function sumAllocatable(db: Db, hostIds: readonly number[], at: Date) {
  const { rows } = await sql<{ hostId: number; cpuCores: number; memBytes: number }>`
    select host_id, sum((state ->> 'cpuAllocatableCores')::float8) as cpu_cores,
      sum((state ->> 'memAllocatableBytes')::float8) as mem_bytes
    from object where host_id = any(${[...hostIds]}::int[]) and kind = 'node' and first_seen_at <= ${at}
      and (deleted_at is null or deleted_at > ${at}) and coalesce(state ->> 'isVirtual', 'false') <> 'true'
    group by host_id`.execute(db);
  return new Map(rows.map((row) => [row.hostId, row]));
}

/** Claims that existed at `at`, the oldest first, each with the number of all of them. */
export async function listClaims(db: Db, hostIds: readonly number[], at: Date, limit: number) {
  const { rows } = await sql<{
    objectId: number;
    hostId: number;
    namespace: string;
    name: string;
    capacityBytes: number | null;
    allCnt: number;
  }>`
    select object_id, host_id, namespace, name, (state ->> 'capacityBytes')::float8 as capacity_bytes,
      (count(*) over ())::int as all_cnt
    from object where host_id = any(${[...hostIds]}::int[]) and kind = 'claim' and first_seen_at <= ${at}
      and (deleted_at is null or deleted_at > ${at})
    order by object_id limit ${limit}`.execute(db);
  return rows;
}

export interface PodRow {
  readonly objectId: number;
  readonly namespace: string;
  readonly name: string;
  readonly ownerKind: string | null;
  readonly ownerName: string | null;
  readonly cpuRequestCores: number | null;
  readonly memRequestBytes: number | null;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** Pods of a cluster that were on a node in the time, the newest first. Only their states are parsed. */
export async function listReportPods(
  db: Db,
  { hostId, from, to }: { readonly hostId: number; readonly from: Date; readonly to: Date },
  limit: number,
): Promise<PodRow[]> {
  const { rows } = await sql<PodRow>`
    select object_id, namespace, name, state ->> 'ownerKind' as owner_kind, state ->> 'ownerName' as owner_name,
      (state ->> 'cpuRequestCores')::float8 as cpu_request_cores,
      (state ->> 'memRequestBytes')::float8 as mem_request_bytes,
      extract(epoch from placed_at)::float8 * 1000 as from_ms,
      extract(epoch from deleted_at)::float8 * 1000 as to_ms
    from (
      select * from object where host_id = ${hostId} and kind = 'pod' and placed_at < ${to}
        and (deleted_at is null or deleted_at > ${from})
      order by placed_at desc, object_id desc limit ${limit}) pod
    order by placed_at desc, object_id desc`.execute(db);
  return rows;
}
