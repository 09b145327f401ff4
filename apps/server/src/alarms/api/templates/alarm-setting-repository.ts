import type { Db } from '@gwanje/backend/database/schema';
import type { AlarmSettings, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { recordKindsOf } from '@gwanje/kinds/registry';
import { seesSubGroup, type Viewer } from '../../../access/visibility-repository.ts';
import { readSettings } from '../../settings/setting-cache.ts';

/** The cluster or object that settings belong to. */
export interface SettingTarget {
  readonly target: AlarmTarget;
  readonly id: number;
}

export async function findTarget(db: Db, viewer: Viewer, { target, id }: SettingTarget) {
  const clusters = db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'cluster.alarmTemplateId')
    .select(['cluster.hostId', 'cluster.name as clusterName', 'metaGroup.ownerUserNo'])
    .select(['alarmTemplate.alarmTemplateId', 'alarmTemplate.name as alarmTemplateName'])
    .select(['alarmTemplate.settings as templateSettings'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'));
  if (target === 'cluster') {
    const row = await clusters
      .select('cluster.isMonitored')
      .where('cluster.hostId', '=', id)
      .executeTakeFirst();
    return row && { ...row, objectId: null, name: row.clusterName, namespace: null };
  }
  return clusters
    .innerJoin('object', 'object.hostId', 'cluster.hostId')
    .select(['object.objectId', 'object.name', 'object.namespace', 'object.isMonitored'])
    .where('object.objectId', '=', id)
    .where('object.kind', 'in', recordKindsOf(target))
    .executeTakeFirst();
}

/** The settings of one object; of the cluster itself with objectId 0. */
export async function findSettings(db: Db, hostId: number, objectId: number) {
  const row = await db
    .selectFrom('alarmSetting')
    .select(['settings', 'version', 'updatedAt'])
    .where('hostId', '=', hostId)
    .where('objectId', '=', objectId)
    .executeTakeFirst();
  return {
    settings: readSettings(row?.settings),
    version: row?.version ?? 0,
    updatedAt: row?.updatedAt ?? null,
  };
}

/** Concurrent changes of the settings of one cluster run one after the other. */
export async function lockCluster(db: Db, hostId: number): Promise<void> {
  await db.selectFrom('cluster').select('hostId').where('hostId', '=', hostId).forUpdate().execute();
}

export async function saveSettings(
  db: Db,
  hostId: number,
  objectId: number,
  settings: AlarmSettings,
  saved: { readonly version: number; readonly updatedBy: number; readonly updatedAt: Date },
): Promise<void> {
  const values = { settings: JSON.stringify(settings), ...saved };
  await db
    .insertInto('alarmSetting')
    .values({ hostId, objectId, ...values })
    .onConflict((conflict) => conflict.columns(['hostId', 'objectId']).doUpdateSet(values))
    .execute();
}
