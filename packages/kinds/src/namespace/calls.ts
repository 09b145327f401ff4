import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import {
  AlarmLevel,
  AllPodAmounts,
  Labels,
  nameEntry,
  objectInfo,
} from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { NamespaceId, NamespaceRow, namespaceColumns } from './index.ts';
import { Limit } from './record.ts';

export const getNamespace = objectInfo('namespace', NamespaceRow, true, {
  uid: z.string(),
  labels: Labels,
  /** Null when the agent cannot read the limit ranges. */
  limitList: z.array(Limit).nullable(),
  podAmounts: AllPodAmounts,
});

export const listNamespaceNames = endpoint({
  route: 'GET /namespace/name-list/:hostId',
  summary: 'Names of the namespaces of a cluster',
  access: 'all',
  response: z.object({
    namespaceNameList: z.array(nameEntry({ namespaceId: NamespaceId, alarmLevel: AlarmLevel })),
  }),
});

export const listNamespaces = objectList('namespaces', 'Namespaces', namespaceColumns);
