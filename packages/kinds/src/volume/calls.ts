import { objectList } from '@gwanje/contract/columns';
import { endpoint } from '@gwanje/contract/endpoint';
import { VolumeId } from '@gwanje/contract/ids';
import { watchUpdates } from '@gwanje/contract/objects';
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
