import * as column from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from '#entities/inventory/life-columns.ts';

const traits = kindTraits('ingress');

export const ingressList = defineList({
  ...traits,
  title: 'ingresses.list',
  defaultOrder: ['-failingCnt'],
  columns: {
    name: column.name('ingresses.name', traits.linkOf),
    namespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    className: column.shown(column.text('ingresses.className', { width: 110 })),
    hosts: column.shown(column.text('ingresses.hosts', { width: 240 })),
    hasTls: column.shown(column.flag('ingresses.hasTls', { width: 70 })),
    addresses: column.shown(column.text('ingresses.addresses', { width: 150 })),
    pathCnt: column.shown(column.count('ingresses.pathCnt', { width: 80 })),
    services: column.shown(column.text('ingresses.services', { width: 240 })),
    failingCnt: column.shown(column.alarmCnt('ingresses.failing', { width: 110 })),
    ...lifeFormats,
  },
});
