import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { objectInfo, objectUpdate } from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { QuotaId, QuotaRow, quotaColumns } from './index.ts';
import { QuotaResource } from './record.ts';

export const getQuota = objectInfo('quota', QuotaRow, false, {
  uid: z.string(),
  resourceList: z.array(QuotaResource),
});

export const listQuotas = objectList('quotas', 'Resource quotas', quotaColumns);

export const updateQuotas = objectUpdate('quota', 'Change resource quotas', { quotaId: QuotaId });

export const { get: getQuotaAlarmSetting, update: updateQuotaAlarmSetting } = objectSettingCalls(
  'quota/:quotaId',
  'a resource quota',
);
