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
    }),
  ),
});

/** Its own settings as a whole: an item that is left out is as set further up. */
const SettingUpdate = z.strictObject({
  settings: AlarmSettings,
  /** 8004 where somebody else has changed them since. */
  version: z.int().min(0).optional(),
});

export const getClusterAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/host/:hostId',
  summary: 'Alarm settings of a cluster: its own items, and those of everything in it',
  access: 'groupAdmin',
  params: z.strictObject({ hostId: HostIdText }),
  response: EffectiveSettings,
});

export const getNodeAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/node/:nodeId',
  summary: 'Alarm settings of a node',
  access: 'groupAdmin',
  params: z.strictObject({ nodeId: NodeIdText }),
  response: EffectiveSettings,
});

export const getPodAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/pod/:podId',
  summary: 'Alarm settings of a pod',
  access: 'groupAdmin',
  params: z.strictObject({ podId: PodIdText }),
  response: EffectiveSettings,
});

export const getVolumeAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/volume/:volumeId',
  summary: 'Alarm settings of a volume',
  access: 'groupAdmin',
  params: z.strictObject({ volumeId: VolumeIdText }),
  response: EffectiveSettings,
});

export const getPvcAlarmSetting = endpoint({
  method: 'GET',
  path: '/alarm/setting/pvc/:pvcId',
  summary: 'Alarm settings of a claim',
  access: 'groupAdmin',
  params: z.strictObject({ pvcId: PvcIdText }),
  response: EffectiveSettings,
});

export const updateClusterAlarmSetting = endpoint({
  method: 'PUT',
  path: '/alarm/setting/host/:hostId',
  summary: 'Set single items for a cluster and everything in it',
  access: 'groupAdmin',
  params: z.strictObject({ hostId: HostIdText }),
  body: SettingUpdate,
  response: z.object({ version: z.int() }),
});

export const updateNodeAlarmSetting = endpoint({
  method: 'PUT',
  path: '/alarm/setting/node/:nodeId',
  summary: 'Set single items for a node',
  access: 'groupAdmin',
  params: z.strictObject({ nodeId: NodeIdText }),
  body: SettingUpdate,
  response: z.object({ version: z.int() }),
});

export const updatePodAlarmSetting = endpoint({
  method: 'PUT',
  path: '/alarm/setting/pod/:podId',
  summary: 'Set single items for a pod',
  access: 'groupAdmin',
  params: z.strictObject({ podId: PodIdText }),
  body: SettingUpdate,
  response: z.object({ version: z.int() }),
});

export const updateVolumeAlarmSetting = endpoint({
  method: 'PUT',
  path: '/alarm/setting/volume/:volumeId',
  summary: 'Set single items for a volume',
  access: 'groupAdmin',
  params: z.strictObject({ volumeId: VolumeIdText }),
  body: SettingUpdate,
  response: z.object({ version: z.int() }),
});

export const updatePvcAlarmSetting = endpoint({
  method: 'PUT',
  path: '/alarm/setting/pvc/:pvcId',
  summary: 'Set single items for a claim',
  access: 'groupAdmin',
  params: z.strictObject({ pvcId: PvcIdText }),
  body: SettingUpdate,
  response: z.object({ version: z.int() }),
});
