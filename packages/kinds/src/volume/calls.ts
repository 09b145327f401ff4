import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectUpdate } from '@gwanje/contract/clusters/states';
import { objectList } from '@gwanje/contract/definition/columns';
import { VolumeId } from '@gwanje/contract/definition/fields';
import { volumeColumns } from './index.ts';

export const listVolumes = objectList('volumes', 'Persistent volumes', volumeColumns);

export const updateVolumes = objectUpdate('volume', 'Change persistent volumes', {
  volumeId: VolumeId,
});

export const { get: getVolumeAlarmSetting, update: updateVolumeAlarmSetting } = objectSettingCalls(
  'volume/:volumeId',
  'a volume',
);
