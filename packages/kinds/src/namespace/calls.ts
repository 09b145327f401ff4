import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { Labels, objectInfo, objectUpdate } from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { NamespaceId, NamespaceRow, namespaceColumns } from './index.ts';
import { Quota } from './record.ts';

export const getNamespace = objectInfo('namespace', NamespaceRow, false, {
  uid: z.string(),
  labels: Labels,
  /** Null when the agent cannot read the resource quotas. */
  quotaList: z.array(Quota).nullable(),
});

export const listNamespaces = objectList('namespaces', 'Namespaces', namespaceColumns);

export const updateNamespaces = objectUpdate('namespace', 'Change namespaces', {
  namespaceId: NamespaceId,
});

export const { get: getNamespaceAlarmSetting, update: updateNamespaceAlarmSetting } = objectSettingCalls(
  'namespace/:namespaceId',
  'a namespace',
);
