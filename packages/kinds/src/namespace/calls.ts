import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { Labels, objectUpdate, StateChange } from '@gwanje/contract/clusters/states';
import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { Timestamp } from '@gwanje/contract/definition/fields';
import { z } from 'zod';
import { NamespaceId, NamespaceRow, namespaceColumns } from './index.ts';
import { Quota } from './record.ts';

export const getNamespace = endpoint({
  route: 'GET /namespace/info/:namespaceId',
  summary: 'One namespace, also if it is deleted',
  access: 'all',
  response: NamespaceRow.extend({
    serverTime: Timestamp,
    uid: z.string(),
    labels: Labels,
    /** Null when the agent cannot read the resource quotas. */
    quotaList: z.array(Quota).nullable(),
    changeList: z.array(StateChange),
  }),
});

export const listNamespaces = objectList('namespaces', 'Namespaces', namespaceColumns);

export const updateNamespaces = objectUpdate('namespace', 'Change namespaces', {
  namespaceId: NamespaceId,
});

export const { get: getNamespaceAlarmSetting, update: updateNamespaceAlarmSetting } = objectSettingCalls(
  'namespace/:namespaceId',
  'a namespace',
);
