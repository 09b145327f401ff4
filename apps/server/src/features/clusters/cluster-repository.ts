import type { Db } from '@gwanje/backend/database/schema';
import {
  clusterOrderColumns,
  type listClusters as listClustersCall,
} from '@gwanje/contract/clusters/clusters';
import type { Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { nameKey } from '@gwanje/contract/definition/fields';
import { type RawBuilder, sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';
import { columnsOf, listPage, type SqlList } from '../../platform/store/list-repository.ts';

type ListBody = BodyOf<typeof listClustersCall>;

function joined(db: Db) {
  return db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'cluster.alarmTemplateId');
}

const COLUMNS = [
  'cluster.hostId',
  'cluster.name',
  'metaGroup.metaGroupId',
  'metaGroup.name as metaGroupName',
  'subGroup.subGroupId',
  'subGroup.name as subGroupName',
  'alarmTemplate.alarmTemplateId',
  'alarmTemplate.name as alarmTemplateName',
  'cluster.isMonitored',
  'cluster.createdAt',
  'cluster.updatedAt',
] as const;

/** Uses one parameter for all ids: a selection may hold thousands. */
function isOneOf(column: string, ids: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...ids]}::int[])`;
}

export function listClustersOf(db: Db, subGroupId: number) {
  return joined(db)
    .select(COLUMNS)
    .where('cluster.subGroupId', '=', subGroupId)
    .orderBy('cluster.nameKey')
    .execute();
}

export function listNames(db: Db, subGroupIds: readonly number[]) {
  return db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .select(['cluster.hostId', 'cluster.name', 'subGroup.metaGroupId', 'cluster.subGroupId'])
    .where(isOneOf('cluster.subGroupId', subGroupIds))
    .orderBy('cluster.nameKey')
    .orderBy('cluster.hostId')
    .execute();
}

/** Clusters with the owners of their groups, who may change them. */
export function listOwnedClusters(db: Db, subGroupIds: readonly number[]) {
  return joined(db)
    .select(COLUMNS)
    .select('metaGroup.ownerUserNo')
    .where(isOneOf('cluster.subGroupId', subGroupIds))
    .orderBy('cluster.nameKey')
    .orderBy('cluster.hostId')
    .execute();
}

function matching(db: Db, subGroupIds: readonly number[], filter: ListBody['filter']) {
  let query = joined(db).where(isOneOf('cluster.subGroupId', subGroupIds));
  if (filter?.name !== undefined)
    query = query.where(sql<boolean>`strpos(cluster.name_key, ${nameKey(filter.name)}) > 0`);
  if (filter?.metaGroupId !== undefined)
    query = query.where('metaGroup.metaGroupId', '=', filter.metaGroupId);
  if (filter?.subGroupId !== undefined) query = query.where('cluster.subGroupId', '=', filter.subGroupId);
  if (filter?.alarmTemplateId !== undefined)
    query = query.where('cluster.alarmTemplateId', '=', filter.alarmTemplateId);
  return query;
}

const CLUSTERS: SqlList<typeof clusterOrderColumns> = {
  columns: clusterOrderColumns,
  expressions: {
    ...columnsOf('cluster', ['hostId', 'name', 'createdAt']),
    metaGroupName: sql.ref('metaGroup.name'),
    subGroupName: sql.ref('subGroup.name'),
    alarmTemplateName: sql.ref('alarmTemplate.name'),
  },
  id: sql.ref('cluster.hostId'),
  order: 'name',
};

export function listClusterPage(
  db: Db,
  subGroupIds: readonly number[],
  { filter, orderBy }: ListBody,
  page: Page,
) {
  return listPage(db, matching(db, subGroupIds, filter).select(COLUMNS), CLUSTERS, { orderBy, ...page });
}

export function findCluster(db: Db, viewer: Viewer, hostId: number) {
  return joined(db)
    .select(COLUMNS)
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('cluster.hostId', '=', hostId)
    .executeTakeFirst();
}

/** Sets temporary names, so that one call can swap two names. No real name holds a control character. */
export async function vacateNames(db: Db, hostIds: readonly number[]): Promise<void> {
  await db
    .updateTable('cluster')
    .set({ nameKey: sql<string>`chr(1) || cluster.host_id::text` })
    .where(isOneOf('cluster.hostId', hostIds))
    .execute();
}

const COUNTED = {
  alarmCnt: sql`select count(*) from alarm where host_id = ids.host_id`,
  openAlarmCnt: sql`select count(*) from alarm where host_id = ids.host_id and confirm_level in (1, 2, 3)`,
  settingCnt: sql`select (select count(*) from alarm_setting where host_id = ids.host_id)
    + (select count(*) from event_alarm where host_id = ids.host_id)`,
  eventCnt: sql`select count(*) from event where host_id = ids.host_id`,
  changeCnt: sql`select count(*) from object_change where host_id = ids.host_id`,
  nodeHistoryCnt: sql`select count(*) from node_history where host_id = ids.host_id`,
  tokenCnt: sql`select count(*) from cluster_token where host_id = ids.host_id`,
} as const;

type Counts = Readonly<Record<keyof typeof COUNTED, number>>;

/** Counts the rows of a cluster, which are deleted with it. */
export async function contentsOf(db: Db, hostId: number) {
  const counts = Object.entries(COUNTED).map(
    ([name, query]) =>
      sql`(${query})::int as ${sql.id(name.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`))}`,
  );
  const { rows } = await sql<Counts & { readonly since: Date | null }>`
    select ${sql.join(counts)}, (select min(first_seen_at) from object where host_id = ids.host_id) as since
    from (select ${hostId}::int as host_id) ids`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('counting gives one row');
  return { ...row, since: row.since?.toISOString() ?? null };
}
