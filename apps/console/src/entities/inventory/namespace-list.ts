import { listNamespaces } from '@gwanje/kinds/namespace/calls';
import { type NamespaceRow, namespaceColumns } from '@gwanje/kinds/namespace/columns';
import {
  alarmCnt,
  count,
  monState,
  name,
  share,
  stateText,
  text,
} from '#components/list/columns/column-formats.tsx';
import { namespacePhaseAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList } from '#components/list/define-list.ts';
import { pageAddress } from './kind-views.ts';
import { goneMs, lifeFormats, lifeTraits } from './life-columns.ts';

export const namespaceList = defineList({
  name: 'namespaces',
  title: 'columns.namespaces',
  endpoint: listNamespaces,
  contract: namespaceColumns,
  ...lifeTraits,
  rowKey: ({ namespaceId }) => String(namespaceId),
  linkOf: ({ hostId, namespaceId }) => pageAddress('namespace', hostId, namespaceId),
  kubectlOf: (row) => ({ cluster: row.clusterName, resource: 'namespace', name: row.name }),
  placesOf: (row) => ({ cluster: row.clusterName, namespace: row.name, to: goneMs(row.deletedAt) }),
  defaultOrder: ['monResult', 'name'],
  defaultColumns: [
    'name',
    'monResult',
    'phase',
    'workloadCnt',
    'podCnt',
    'quotaUsedPercent',
    'alarmCnt',
    'createdAt',
  ],
  columns: {
    name: name('columns.namespace', ({ hostId, namespaceId }: NamespaceRow) =>
      pageAddress('namespace', hostId, namespaceId),
    ),
    clusterName: text('columns.cluster', { width: 140 }),
    monResult: monState('columns.state'),
    phase: stateText('columns.phase', namespacePhaseAppearance, { width: 120 }),
    workloadCnt: count('columns.workloadCnt', { width: 100 }),
    podCnt: count('columns.podCnt'),
    quotaUsedPercent: share('columns.quotaUsed', ({ quotaResource }: NamespaceRow) => quotaResource),
    quotaResource: text('columns.quotaResource', { width: 160 }),
    quotaCnt: count('columns.quotaCnt'),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
