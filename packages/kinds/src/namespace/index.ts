import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  number,
  numberOrNull,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { NamespaceRecord, type Quota } from './record.ts';

export const namespaceFields = {
  name: text(),
  phase: tracked(text()),
  /** Number of resource quotas; null when they are unknown. */
  quotaCnt: tracked(numberOrNull()),
  /** The highest use of all quotas, in % of the hard limit. */
  quotaUsedPercent: tracked(numberOrNull()),
  /** The resource with the highest use. */
  quotaResource: textOrNull(),
} as const;

export type NamespaceState = StateOf<typeof namespaceFields>;

export function namespaceState({ name, phase, quotas }: NamespaceRecord): NamespaceState {
  const most = (quotas ?? []).reduce<Quota | null>(
    (most, quota) => (most === null || usedPercent(quota) > usedPercent(most) ? quota : most),
    null,
  );
  return {
    name,
    phase,
    quotaCnt: quotas === null ? null : new Set(quotas.map(({ quotaName }) => quotaName)).size,
    quotaUsedPercent: most && usedPercent(most),
    quotaResource: most?.resource ?? null,
  };
}

/** With one decimal. A limit of 0 forbids the resource: it is full as soon as anything is used. */
function usedPercent({ hard, used }: Quota): number {
  if (hard > 0) return Math.round((used / hard) * 1000) / 10;
  return used > 0 ? 100 : 0;
}

export const NamespaceId = idSchema('NamespaceId');

export const namespaceColumns = {
  namespaceId: column.ownId(NamespaceId),
  ...column.clusterColumns,
  ...column.stateColumns(namespaceFields),
  ...column.watchColumns,
  podCnt: column.computed(number()),
  workloadCnt: column.computed(number()),
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
  joined: [{ group: '', version: 'v1', resource: 'resourcequotas' }],
  record: NamespaceRecord,
  fields: namespaceFields,
  stateSchema: stateSchema(namespaceFields),
  state: namespaceState,
  detail: ({ labels, quotas }: NamespaceRecord) => ({ labels, quotaList: quotas }),
  columns: namespaceColumns,
  canBeExcluded: true,
  reads: ['pod', 'workload'],
});
