import type { monLists as ko } from '../ko/mon-lists.ts';
import type { SameKeys } from '../message-types.ts';

export const monLists: SameKeys<typeof ko> = {
  show: 'Show volumes or claims',
  volumes: 'Volumes (PV)',
  claims: 'Claims (PVC)',
};
