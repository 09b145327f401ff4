import { type AlarmTarget, alarmItemKeys, alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import type { updateClusterAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { may } from '@gwanje/domain/access/permissions';
import { alarmItems, effectiveSetting } from '@gwanje/domain/alarms/registry';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { kinds } from '@gwanje/kinds/registry';
import { requireRight, requireSeen, requireVersion } from '../../../access/targets.ts';
import { type Call, routesOfEach } from '../../../platform/http/call.ts';
import type { AlarmService } from '../../engine/alarm-service.ts';
import { readSettings } from '../../settings/setting-cache.ts';
import { requireValidSettings } from '../../settings/valid-settings.ts';
import {
  findSettings,
  findTarget,
  lockCluster,
  type SettingTarget,
  saveSettings,
} from './alarm-setting-repository.ts';

type Update = BodyOf<typeof updateClusterAlarmSetting>;
type SettingWork = Pick<Call, 'db' | 'user' | 'now' | 'audit' | 'afterCommit'> & {
  readonly alarms: AlarmService;
  readonly params: Readonly<Record<string, number>>;
};

/** Every target has the same two calls. The id in the path names the object. */
export const alarmSettingRoutes = {
  ...routesOfEach(alarmTargets, (target) => [
    `get${capitalised(target)}AlarmSetting` as const,
    (call: SettingWork) => effective(call, targetOf(target, call)),
  ]),
  ...routesOfEach(alarmTargets, (target) => [
    `update${capitalised(target)}AlarmSetting` as const,
    (call: SettingWork & { readonly body: Update }) => update(call, targetOf(target, call), call.body),
  ]),
};

function targetOf(target: AlarmTarget, { params }: SettingWork): SettingTarget {
  return { target, id: params[kinds[target].idName] ?? 0 };
}

async function requireTarget(db: Call['db'], user: Call['user'], target: SettingTarget) {
  return requireSeen(target.target, target.id, await findTarget(db, user, target));
}

/**
 * A cluster lists every item, because it sets them for its objects. An object lists the items of its kind.
 */
async function effective({ db, user }: Pick<Call, 'db' | 'user'>, target: SettingTarget) {
  const { isSeen: _seen, ownerUserNo, templateSettings, ...found } = await requireTarget(db, user, target);
  const template = readSettings(templateSettings);
  const cluster = await findSettings(db, found.hostId, 0);
  const isCluster = found.objectId === null;
  const mine = isCluster ? cluster : await findSettings(db, found.hostId, found.objectId);
  const keys = alarmItemKeys.filter((key) => isCluster || alarmItems[key].target === target.target);
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

async function update(work: SettingWork, target: SettingTarget, { settings, version }: Update) {
  const { db, user, now, audit, afterCommit, alarms } = work;
  const found = await requireTarget(db, user, target);
  requireRight(user, 'alarmSetting.manage', found);
  requireValidSettings(settings, target.target);
  const objectId = found.objectId ?? 0;
  await lockCluster(db, found.hostId);
  const before = await findSettings(db, found.hostId, objectId);
  requireVersion(version, before.version);
  const saved = { version: before.version + 1, updatedBy: user.userNo, updatedAt: now };
  await saveSettings(db, found.hostId, objectId, settings, saved);
  await audit(
    'alarmSetting.update',
    { kind: target.target, id: target.id },
    { before: before.settings, after: settings },
  );
  afterCommit(async () => alarms.engine.settingsChanged());
  return { version: saved.version };
}
