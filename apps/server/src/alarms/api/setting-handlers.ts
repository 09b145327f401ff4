import type { Database } from '@gwanje/backend/database/schema';
import { type AlarmSettings, type AlarmTarget, alarmItemKeys } from '@gwanje/contract/alarm-items';
import type { updateClusterAlarmSetting } from '@gwanje/contract/alarm-settings';
import type { BodyOf } from '@gwanje/contract/endpoint';
import { AppError } from '@gwanje/contract/errors';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { effectiveSetting, settingFault } from '@gwanje/domain/alarms/settings';
import { may } from '@gwanje/domain/permissions';
import type { Kysely } from 'kysely';
import { requireRight, requireSeen } from '../../access/targets.ts';
import { seesSubGroup, type Viewer } from '../../access/visibility.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import type { AlarmService } from '../engine/open.ts';
import { readSettings } from '../settings/setting-book.ts';

type Db = Kysely<Database>;
type SettingCalls = `${'get' | 'update'}${'Cluster' | 'Node' | 'Pod' | 'Volume' | 'Pvc'}AlarmSetting`;
type Update = BodyOf<typeof updateClusterAlarmSetting>;
type SettingWork = Pick<Call, 'db' | 'user' | 'now' | 'audit' | 'afterCommit'> & {
  readonly alarms: AlarmService;
};

interface Place {
  readonly target: AlarmTarget;
  readonly id: number;
}

interface Needs {
  readonly alarms: AlarmService;
}

export const settingHandlers: Handlers<SettingCalls, Needs> = {
  getClusterAlarmSetting: (call) => effective(call, { target: 'cluster', id: call.params.hostId }),
  getNodeAlarmSetting: (call) => effective(call, { target: 'node', id: call.params.nodeId }),
  getPodAlarmSetting: (call) => effective(call, { target: 'pod', id: call.params.podId }),
  getVolumeAlarmSetting: (call) => effective(call, { target: 'volume', id: call.params.volumeId }),
  getPvcAlarmSetting: (call) => effective(call, { target: 'claim', id: call.params.pvcId }),
  updateClusterAlarmSetting: (call) => update(call, { target: 'cluster', id: call.params.hostId }, call.body),
  updateNodeAlarmSetting: (call) => update(call, { target: 'node', id: call.params.nodeId }, call.body),
  updatePodAlarmSetting: (call) => update(call, { target: 'pod', id: call.params.podId }, call.body),
  updateVolumeAlarmSetting: (call) => update(call, { target: 'volume', id: call.params.volumeId }, call.body),
  updatePvcAlarmSetting: (call) => update(call, { target: 'claim', id: call.params.pvcId }, call.body),
};

async function find(db: Db, viewer: Viewer, { target, id }: Place) {
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
    const found = requireSeen(target, id, row && { ...row, isSeen: Boolean(row.isSeen) });
    return { ...found, objectId: null, name: found.clusterName, namespace: null };
  }
  const row = await clusters
    .innerJoin('object', 'object.hostId', 'cluster.hostId')
    .select(['object.objectId', 'object.name', 'object.namespace', 'object.isMonitored'])
    .where('object.objectId', '=', id)
    .where('object.kind', '=', target)
    .executeTakeFirst();
  return requireSeen(target, id, row && { ...row, isSeen: Boolean(row.isSeen) });
}

async function own(db: Db, hostId: number, objectId: number) {
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

/** Of a cluster every item, for it may set those of all that is in it; of an object its own kind's. */
async function effective({ db, user }: Pick<Call, 'db' | 'user'>, place: Place) {
  const { isSeen: _seen, ownerUserNo, templateSettings, ...found } = await find(db, user, place);
  const template = readSettings(templateSettings);
  const cluster = await own(db, found.hostId, 0);
  const isCluster = found.objectId === null;
  const mine = isCluster ? cluster : await own(db, found.hostId, found.objectId);
  const keys = alarmItemKeys.filter((key) => isCluster || alarmItems[key].target === place.target);
  return {
    ...found,
    isChangeable: may(user, 'alarmSetting.manage', { ownerUserNo }),
    version: mine.version,
    changedAt: mine.updatedAt?.toISOString() ?? null,
    itemList: keys.map((itemKey) => {
      const layers = { template, cluster: cluster.settings };
      const inherited = effectiveSetting(itemKey, isCluster ? { template, cluster: {} } : layers);
      const object = isCluster ? undefined : mine.settings;
      return {
        itemKey,
        ...effectiveSetting(itemKey, { ...layers, object }),
        inherited: inherited.setting,
        inheritedOrigin: inherited.origin,
      };
    }),
  };
}

async function update(work: SettingWork, place: Place, { settings, version }: Update) {
  const { db, user, now, audit, afterCommit, alarms } = work;
  const found = await find(db, user, place);
  requireRight(user, 'alarmSetting.manage', found);
  requireSound(settings, place.target);
  const objectId = found.objectId ?? 0;
  // Of two at once, one waits for the other here.
  await db.selectFrom('cluster').select('hostId').where('hostId', '=', found.hostId).forUpdate().execute();
  const before = await own(db, found.hostId, objectId);
  if (version !== undefined && version !== before.version)
    throw new AppError('conflict', { field: 'version', reason: 'changedMeanwhile', version: before.version });
  const values = {
    settings: JSON.stringify(settings),
    version: before.version + 1,
    updatedBy: user.userNo,
    updatedAt: now,
  };
  await db
    .insertInto('alarmSetting')
    .values({ hostId: found.hostId, objectId, ...values })
    .onConflict((conflict) => conflict.columns(['hostId', 'objectId']).doUpdateSet(values))
    .execute();
  await audit({
    action: 'alarmSetting.update',
    target: { kind: place.target, id: place.id },
    detail: { before: before.settings, after: settings },
  });
  afterCommit(async () => alarms.engine.settingsChanged());
  return { version: values.version };
}

/** Items that the target has, each set so that it can be raised and recovered. */
export function requireSound(
  settings: AlarmSettings,
  target: AlarmTarget = 'cluster',
  at = 'settings',
): void {
  for (const key of alarmItemKeys) {
    const setting = settings[key];
    if (!setting) continue;
    const field = `${at}.${key}`;
    if (target !== 'cluster' && alarmItems[key].target !== target)
      throw new AppError('invalidParameter', { field, reason: 'otherTarget' });
    const reason = settingFault(key, setting);
    if (reason) throw new AppError('invalidParameter', { field, reason });
  }
}
