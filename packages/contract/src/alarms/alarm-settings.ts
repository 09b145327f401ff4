import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { AlarmTemplateId, HostId, ObjectId, Timestamp } from '../definition/fields.ts';
import { AlarmItemKey, AlarmSetting, AlarmSettings, settingOrigins } from './alarm-items.ts';

/** The effective settings of one object, and the origin of each. */
const EffectiveSettings = z.object({
  hostId: HostId,
  clusterName: z.string(),
  /** Null for the cluster itself. */
  objectId: ObjectId.nullable(),
  name: z.string(),
  namespace: z.string().nullable(),
  isMonitored: z.boolean(),
  /** True when the caller may change settings here. */
  isChangeable: z.boolean(),
  alarmTemplateId: AlarmTemplateId,
  alarmTemplateName: z.string(),
  /** Grows with every change of the object's own settings. Send it back with a change. */
  version: z.int(),
  changedAt: Timestamp.nullable(),
  itemList: z.array(
    z.object({
      itemKey: AlarmItemKey,
      setting: AlarmSetting,
      origin: z.enum(settingOrigins),
      /** The setting without the object's own value. */
      inherited: AlarmSetting,
      inheritedOrigin: z.enum(settingOrigins),
    }),
  ),
});

/** All settings of the object itself. Items that are absent are inherited. */
const SettingUpdate = z.strictObject({
  settings: AlarmSettings,
  /** Answers 8004 when another user has changed them since. */
  version: z.int().min(0).optional(),
});

/** Every target has two calls: read the effective settings, and change its own. */
function settingCalls<const Path extends string>(
  path: Path,
  summaries: { readonly get: string; readonly update: string },
) {
  return {
    get: endpoint({
      access: 'groupAdmin',
      route: `GET /alarm/setting/${path}`,
      summary: summaries.get,
      response: EffectiveSettings,
    }),
    update: endpoint({
      access: 'groupAdmin',
      route: `PUT /alarm/setting/${path}`,
      summary: summaries.update,
      body: SettingUpdate,
      response: z.object({ version: z.int() }),
    }),
  };
}

/** The two calls of a kind of objects: `objectSettingCalls('pod/:podId', 'a pod')`. */
export function objectSettingCalls<const Path extends string>(path: Path, name: string) {
  return settingCalls(path, { get: `Alarm settings of ${name}`, update: `Set single items for ${name}` });
}

const cluster = settingCalls('host/:hostId', {
  get: 'Alarm settings of a cluster: its own items, and those of everything in it',
  update: 'Set single items for a cluster and everything in it',
});
export const getClusterAlarmSetting = cluster.get;
export const updateClusterAlarmSetting = cluster.update;
