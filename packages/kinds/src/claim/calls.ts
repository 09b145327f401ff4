import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { PvcId } from '@gwanje/contract/definition/fields';
import { objectUpdate } from '@gwanje/contract/objects/object-calls';
import { claimColumns } from './index.ts';

export const listClaims = objectList('pvcs', 'Persistent volume claims', claimColumns);

export const updateClaims = objectUpdate('pvc', 'Change persistent volume claims', { pvcId: PvcId });

export const { get: getClaimAlarmSetting, update: updateClaimAlarmSetting } = objectSettingCalls(
  'pvc/:pvcId',
  'a claim',
);
