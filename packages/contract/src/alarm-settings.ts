import { z } from 'zod';
import { AlarmItemKey, AlarmSetting, AlarmSettings, settingOrigins } from './alarm-items.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import {
  AlarmTemplateId,
  HostId,
  HostIdText,
  NodeIdText,
  ObjectId,
  PodIdText,
  PvcIdText,
  VolumeIdText,
} from './ids.ts';

/** What counts for one object, item by item, and where each comes from. */
const EffectiveSettings = z.object({
  hostId: HostId,
  clusterName: z.string(),
  /** Null of the cluster itself. */
  objectId: ObjectId.nullable(),
  name: z.string(),
  namespace: z.string().nullable(),
  isMonitored: z.boolean(),
  /** Whether the caller may set anything here. */
  isChangeable: z.boolean(),
  alarmTemplateId: AlarmTemplateId,
  alarmTemplateName: z.string(),
  /** Grows with every change of its own settings: send it back with one. */
  version: z.int(),
  changedAt: Timestamp.nullable(),
  itemList: z.array(
    z.object({
      itemKey: AlarmItemKey,
      setting: AlarmSetting,
      origin: z.enum(settingOrigins),
      /** What would count without its own: what "back to the template" means. */
      inherited: AlarmSetting,
      inheritedOrigin: z.enum(settingOrigins),
    }),
  ),
});

/** Its own settings as a whole: an item that is left out is as set further up. */
const SettingUpdate = z.strictObject({
  settings: AlarmSettings,
  /** 8004 where somebody else has changed them since. */
  version: z.int().min(0).optional(),
});

/** What every target has: a look at what counts for it, and a change of what it sets itself. */
function settingCalls<Params extends z.ZodObject>(
  path: string,
  params: Params,
  words: { readonly get: string; readonly update: string },
) {
  const common = { path: `/alarm/setting/${path}`, params, access: 'groupAdmin' } as const;
  return {
    get: endpoint({ ...common, method: 'GET', summary: words.get, response: EffectiveSettings }),
    update: endpoint({
      ...common,
      method: 'PUT',
      summary: words.update,
      body: SettingUpdate,
      response: z.object({ version: z.int() }),
    }),
  };
}

function wordsOf(thing: string) {
  return { get: `Alarm settings of ${thing}`, update: `Set single items for ${thing}` };
}

const cluster = settingCalls('host/:hostId', z.strictObject({ hostId: HostIdText }), {
  get: 'Alarm settings of a cluster: its own items, and those of everything in it',
  update: 'Set single items for a cluster and everything in it',
});
const node = settingCalls('node/:nodeId', z.strictObject({ nodeId: NodeIdText }), wordsOf('a node'));
const pod = settingCalls('pod/:podId', z.strictObject({ podId: PodIdText }), wordsOf('a pod'));
const volume = settingCalls(
  'volume/:volumeId',
  z.strictObject({ volumeId: VolumeIdText }),
  wordsOf('a volume'),
);
const pvc = settingCalls('pvc/:pvcId', z.strictObject({ pvcId: PvcIdText }), wordsOf('a claim'));

export const getClusterAlarmSetting = cluster.get;
export const updateClusterAlarmSetting = cluster.update;
export const getNodeAlarmSetting = node.get;
export const updateNodeAlarmSetting = node.update;
export const getPodAlarmSetting = pod.get;
export const updatePodAlarmSetting = pod.update;
export const getVolumeAlarmSetting = volume.get;
export const updateVolumeAlarmSetting = volume.update;
export const getPvcAlarmSetting = pvc.get;
export const updatePvcAlarmSetting = pvc.update;
