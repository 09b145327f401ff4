import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { VolumeId } from '@gwanje/contract/definition/fields';
import { objectUpdate } from '@gwanje/contract/objects/object-calls';
import { volumeColumns } from './index.ts';

export const listVolumes = objectList('volumes', 'Persistent volumes', volumeColumns);

export const updateVolumes = objectUpdate('volume', 'Change persistent volumes', {
  volumeId: VolumeId,
});

export const { get: getVolumeAlarmSetting, update: updateVolumeAlarmSetting } = objectSettingCalls(
  'volume/:volumeId',
  'a volume',
);
