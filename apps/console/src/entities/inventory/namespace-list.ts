import type { NamespaceRow } from '@gwanje/kinds/namespace/index';
import * as column from '#components/list/columns/column-formats.tsx';
import { namespacePhaseAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from './life-columns.ts';

const traits = kindTraits('namespace');

export const namespaceList = defineList({
  ...traits,
  title: 'namespaces.list',
  defaultOrder: ['name'],
  columns: {
    name: column.name('columns.namespace', traits.linkOf),
    clusterName: column.text('columns.cluster', { width: 140 }),
    phase: column.shown(column.stateText('columns.phase', namespacePhaseAppearance, { width: 120 })),
    workloadCnt: column.shown(column.count('namespaces.workloadCnt', { width: 100 })),
    podCnt: column.shown(column.count('columns.podCnt')),
    quotaUsedPercent: column.shown(
      column.share('namespaces.quotaUsed', ({ quotaResource }: NamespaceRow) => quotaResource),
    ),
    quotaResource: column.text('namespaces.quotaResource', { width: 160 }),
    quotaCnt: column.count('namespaces.quotaCnt'),
    ...lifeFormats,
  },
});
