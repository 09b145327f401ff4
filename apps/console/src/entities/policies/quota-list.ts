import type { QuotaRow } from '@gwanje/kinds/quota/index';
import * as column from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from '#entities/inventory/life-columns.ts';

const traits = kindTraits('quota');

export const quotaList = defineList({
  ...traits,
  title: 'quotas.list',
  defaultOrder: ['-usedPercent'],
  settingsColumns: ['namespace', 'usedPercent'],
  columns: {
    name: column.name('quotas.name', traits.linkOf),
    namespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    monResult: column.shown(column.monState('columns.state')),
    usedPercent: column.shown(column.share('quotas.used', ({ topResource }: QuotaRow) => topResource)),
    topResource: column.text('quotas.topResource', { width: 180 }),
    resourceCnt: column.shown(column.count('quotas.resourceCnt', { width: 80 })),
    scopes: column.text('quotas.scopes', { width: 160 }),
    alarmCnt: column.shown(column.alarmCnt('columns.alarmCnt')),
    ...lifeFormats,
  },
});
