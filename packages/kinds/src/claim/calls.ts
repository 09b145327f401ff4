import { watchUpdates } from '@gwanje/contract/clusters/objects';
import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { PvcId } from '@gwanje/contract/definition/ids';
import { z } from 'zod';
import { claimColumns } from './columns.ts';

export const listClaims = objectList({
  path: '/pvcs',
  summary: 'Persistent volume claims',
  columns: claimColumns,
});

export const updateClaims = endpoint({
  method: 'PUT',
  path: '/pvc/update',
  summary: 'Change persistent volume claims',
  access: 'groupAdmin',
  body: watchUpdates({ pvcId: PvcId }),
  response: z.object({}),
});
