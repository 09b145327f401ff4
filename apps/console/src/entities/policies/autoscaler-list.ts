import { type AutoscalerRow, autoscalerStates } from '@gwanje/kinds/autoscaler/index';
import * as column from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from '#entities/inventory/life-columns.ts';
import { namedAddress } from '#entities/inventory/object-address.ts';
import { autoscalerAppearance } from './policy-appearance.ts';

const traits = kindTraits('autoscaler');

export const autoscalerList = defineList({
  ...traits,
  title: 'autoscalers.list',
  settingsColumns: ['namespace', 'targetName', 'currentCnt', 'maxCnt'],
  columns: {
    name: column.name('autoscalers.name', traits.linkOf),
    namespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    monResult: column.shown(column.monState('columns.state')),
    status: column.shown(column.state('autoscalers.status', autoscalerAppearance, autoscalerStates)),
    targetName: column.shown(
      column.link(
        'autoscalers.target',
        ({ hostId, targetName, namespace }: AutoscalerRow) =>
          namedAddress('workload', hostId, { name: targetName, namespace }),
        { width: 200 },
      ),
    ),
    targetKind: column.text('autoscalers.targetKind', { width: 120 }),
    currentCnt: column.shown(
      column.ofTotal('autoscalers.replicas', ({ maxCnt }: AutoscalerRow) => maxCnt, { width: 110 }),
    ),
    desiredCnt: column.shown(column.count('autoscalers.desired', { width: 110 })),
    minCnt: column.shown(column.count('autoscalers.min', { width: 70 })),
    maxCnt: column.count('autoscalers.max', { width: 70 }),
    topMetricPercent: column.shown(
      column.share('autoscalers.topMetricPercent', ({ topMetric }: AutoscalerRow) => topMetric, {
        width: 200,
      }),
    ),
    topMetric: column.text('autoscalers.topMetric', { width: 140 }),
    atMaximumSince: column.shown(column.time('autoscalers.atMaximumSince')),
    lastScaleTime: column.time('autoscalers.lastScaleTime'),
    alarmCnt: column.shown(column.alarmCnt('columns.alarmCnt')),
    ...lifeFormats,
  },
});
