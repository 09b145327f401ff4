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
import { goneMs, kindTraits, lifeFormats } from './life-columns.ts';

const traits = kindTraits('namespace');

export const namespaceList = defineList({
  ...traits,
  title: 'namespaces.list',
  endpoint: listNamespaces,
  contract: namespaceColumns,
  placesOf: (row) => ({ cluster: row.clusterName, namespace: row.name, to: goneMs(row.deletedAt) }),
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
    name: name('columns.namespace', traits.linkOf),
    clusterName: text('columns.cluster', { width: 140 }),
    monResult: monState('columns.state'),
    phase: stateText('columns.phase', namespacePhaseAppearance, { width: 120 }),
    workloadCnt: count('namespaces.workloadCnt', { width: 100 }),
    podCnt: count('columns.podCnt'),
    quotaUsedPercent: share('namespaces.quotaUsed', ({ quotaResource }: NamespaceRow) => quotaResource),
    quotaResource: text('namespaces.quotaResource', { width: 160 }),
    quotaCnt: count('namespaces.quotaCnt'),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
