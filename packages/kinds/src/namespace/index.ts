import { stateSchema } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { namespaceColumns } from './columns.ts';
import { namespaceFields } from './fields.ts';
import { NamespaceRecord } from './record.ts';
import { namespaceState } from './state.ts';

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
