import { type ServiceRow, serviceStates } from '@gwanje/kinds/service/index';
import * as column from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from '#entities/inventory/life-columns.ts';
import { serviceAppearance } from './service-appearance.ts';

const traits = kindTraits('service');

export const serviceList = defineList({
  ...traits,
  title: 'services.list',
  defaultOrder: ['status', 'name'],
  columns: {
    name: column.name('services.name', traits.linkOf),
    namespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    status: column.shown(column.state('services.status', serviceAppearance, serviceStates, { width: 170 })),
    readyCnt: column.shown(
      column.ofTotal('services.ready', ({ endpointCnt }: ServiceRow) => endpointCnt, { width: 120 }),
    ),
    endpointCnt: column.count('services.endpointCnt', { width: 120 }),
    type: column.shown(column.text('services.type', { width: 120 })),
    clusterIp: column.shown(column.text('services.clusterIp', { width: 130 })),
    externalAddress: column.shown(column.text('services.external', { width: 170 })),
    ports: column.shown(column.text('services.ports', { width: 180 })),
    ...lifeFormats,
  },
});

/** The columns of services on the page of the object that holds them. */
export const SERVICE_COLUMNS = serviceList.defaultColumns.filter((id) => id !== 'namespace');
