import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import { number, type StateOf, stateSchema, text, textOrNull, tracked } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { NamespaceRecord } from './record.ts';

export const namespaceFields = {
  name: text(),
  phase: tracked(text()),
} as const;

export type NamespaceState = StateOf<typeof namespaceFields>;

export function namespaceState({ name, phase }: NamespaceRecord): NamespaceState {
  return { name, phase };
}

export const NamespaceId = idSchema('NamespaceId');

export const namespaceColumns = {
  namespaceId: column.ownId(NamespaceId),
  ...column.clusterColumns,
  ...column.stateColumns(namespaceFields),
  podCnt: column.computed(number()),
  workloadCnt: column.computed(number()),
  quotaCnt: column.computed(number()),
  /** The highest use of all its quotas, in % of the hard limit, and the resource with it. */
  quotaUsedPercent: column.computed(number()),
  quotaResource: column.computed(textOrNull()),
  ...column.lifeColumns,
} as const;

export const NamespaceRow = rowOf(namespaceColumns);
export type NamespaceRow = z.infer<typeof NamespaceRow>;

export const namespace = defineKind({
  key: 'namespace',
  plural: 'namespaces',
  idName: 'namespaceId',
  labels: { ko: '네임스페이스', en: 'Namespace' },
  icon: 'mdi-folder-outline',
  tabs: ['summary'],
  kubectl: 'namespace',
  sources: [
    {
      record: 'namespace',
      group: '',
      version: 'v1',
      resource: 'namespaces',
      kubernetesKind: 'Namespace',
      nameUniqueIn: 'cluster',
    },
  ],
  joined: [{ part: 'limitRange', group: '', version: 'v1', resource: 'limitranges' }],
  record: NamespaceRecord,
  fields: namespaceFields,
  stateSchema: stateSchema(namespaceFields),
  state: namespaceState,
  detail: ({ labels, limits }: NamespaceRecord) => ({ labels, limitList: limits }),
  columns: namespaceColumns,
  reads: ['pod', 'workload', 'quota'],
});
