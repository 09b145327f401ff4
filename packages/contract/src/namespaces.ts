import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { HostIdText, ObjectId } from './ids.ts';
import { nameEntry } from './objects.ts';

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
