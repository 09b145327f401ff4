import { number, rowOf } from '@gwanje/contract/definition/columns';
import { idSchemas } from '@gwanje/contract/definition/ids';
import type { z } from 'zod';
import {
  clusterColumns,
  computed,
  lifeColumns,
  ownId,
  stateColumns,
  watchColumns,
} from '../definition/columns.ts';
import { namespaceFields } from './fields.ts';

export const [NamespaceId, NamespaceIdText] = idSchemas('NamespaceId');

export const namespaceColumns = {
  namespaceId: ownId(NamespaceId),
  ...clusterColumns,
  ...stateColumns(namespaceFields),
  ...watchColumns,
  podCnt: computed(number()),
  workloadCnt: computed(number()),
  ...lifeColumns,
} as const;

export const NamespaceRow = rowOf(namespaceColumns);
export type NamespaceRow = z.infer<typeof NamespaceRow>;
