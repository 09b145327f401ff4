import { watchUpdates } from '@gwanje/contract/clusters/objects';
import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { VolumeId } from '@gwanje/contract/definition/ids';
import { z } from 'zod';
import { volumeColumns } from './columns.ts';

export const listVolumes = objectList({
  path: '/volumes',
  summary: 'Persistent volumes',
  columns: volumeColumns,
});

export const updateVolumes = endpoint({
  method: 'PUT',
  path: '/volume/update',
  summary: 'Change persistent volumes',
  access: 'groupAdmin',
  body: watchUpdates({ volumeId: VolumeId }),
  response: z.object({}),
});
