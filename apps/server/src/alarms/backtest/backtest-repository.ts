import type { Db } from '@gwanje/backend/database/schema';
import type { AlarmSettings } from '@gwanje/contract/alarms/alarm-items';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';
import { readSettings } from '../settings/setting-cache.ts';

export async function findTemplateSettings(
  db: Db,
  alarmTemplateId: number,
): Promise<AlarmSettings | undefined> {
  const row = await db
    .selectFrom('alarmTemplate')
    .select('settings')
    .where('alarmTemplateId', '=', alarmTemplateId)
    .executeTakeFirst();
  return row && readSettings(row.settings);
}

export function listBacktestClusters(
  db: Db,
  viewer: Viewer,
  which: { readonly hostIds: readonly number[] } | { readonly subGroupIds: readonly number[] },
) {
  return db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['cluster.hostId', 'cluster.name', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where(
      'hostIds' in which
        ? sql<boolean>`cluster.host_id = any(${[...which.hostIds]}::int[])`
        : sql<boolean>`cluster.sub_group_id = any(${[...which.subGroupIds]}::int[])`,
    )
    .orderBy('cluster.nameKey')
    .execute();
}
