import { endpoint } from '@gwanje/contract/endpoint';
import { HostIdText, ObjectId } from '@gwanje/contract/ids';
import { nameEntry } from '@gwanje/contract/objects';
import { z } from 'zod';

export const listNamespaceNames = endpoint({
  method: 'GET',
  path: '/namespace/name-list/:hostId',
  summary: 'Names of the namespaces of a cluster',
  access: 'all',
  params: z.strictObject({ hostId: HostIdText }),
  response: z.object({
    namespaceNameList: z.array(nameEntry({ namespaceId: ObjectId, phase: z.string(), podCnt: z.int() })),
  }),
});
