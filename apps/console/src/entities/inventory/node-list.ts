import { monResults, nodeConditions } from '@gwanje/contract/clusters/states';
import { listNodes } from '@gwanje/kinds/node/calls';
import { nodeColumns } from '@gwanje/kinds/node/columns';
import {
  alarmCnt,
  bytes,
  bytesLimit,
  cores,
  coresLimit,
  count,
  flag,
  monState,
  name,
  ofTotal,
  percent,
  rate,
  state,
  text,
  usage,
} from '#components/list/columns/column-formats.tsx';
import { monResultAppearance, nodeConditionAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { goneMs, kindTraits, lifeFormats } from './life-columns.ts';

type Row = RowOf<typeof nodeColumns>;

const traits = kindTraits('node');

export const nodeList = defineList({
  ...traits,
  title: 'nodes.list',
  endpoint: listNodes,
  contract: nodeColumns,
  placesOf: (row) => ({ cluster: row.clusterName, node: row.name, to: goneMs(row.deletedAt) }),
  defaultColumns: [
    'name',
    'monResult',
    'childMonResult',
    'condition',
    'podCnt',
    'cpuUsedCores',
    'memUsedBytes',
    'fsUsedBytes',
    'kubeletVersion',
    'alarmCnt',
    'createdAt',
  ],
  columns: {
    name: name('columns.node', traits.linkOf, { width: 270 }),
    clusterName: text('columns.cluster', { width: 140 }),
    monResult: monState('columns.state'),
    childMonResult: state('columns.podStates', monResultAppearance, monResults),
    condition: state('columns.condition', nodeConditionAppearance, nodeConditions, { width: 130 }),
    isSchedulable: flag('columns.isSchedulable', { width: 110 }),
    roles: text('columns.roles', { width: 120 }),
    podCnt: ofTotal('columns.podCnt', ({ podCapacity }: Row) => podCapacity, { width: 100 }),
    cpuUsedCores: usage('columns.cpu', 'cores', ({ cpuRequestCores, cpuAllocatableCores }: Row) => ({
      request: cpuRequestCores,
      allocatable: cpuAllocatableCores,
    })),
    cpuRequestCores: coresLimit('columns.cpuRequest'),
    cpuLimitCores: coresLimit('columns.cpuLimit'),
    cpuAllocatableCores: cores('columns.cpuAllocatable'),
    cpuUsedPct: percent('columns.cpuPct', { width: 160 }),
    memUsedBytes: usage('columns.mem', 'bytes', ({ memRequestBytes, memAllocatableBytes }: Row) => ({
      request: memRequestBytes,
      allocatable: memAllocatableBytes,
    })),
    memRequestBytes: bytesLimit('columns.memRequest', { width: 150 }),
    memLimitBytes: bytesLimit('columns.memLimit', { width: 140 }),
    memAllocatableBytes: bytes('columns.memAllocatable', { width: 130 }),
    memUsedPct: percent('columns.memPct', { width: 170 }),
    fsUsedBytes: usage('columns.disk', 'bytes', ({ fsCapacityBytes }: Row) => ({
      capacity: fsCapacityBytes,
    })),
    fsCapacityBytes: bytes('columns.diskCapacity'),
    fsUsedPct: percent('columns.diskPct'),
    fsInodesUsedPct: percent('columns.inodesPct'),
    netRxBps: rate('columns.netRx'),
    netTxBps: rate('columns.netTx'),
    procCnt: count('columns.procCnt', { width: 100 }),
    kubeletVersion: text('columns.kubeletVersion', { width: 130 }),
    internalIp: text('columns.internalIp', { width: 120 }),
    pool: text('columns.pool', { width: 120 }),
    zone: text('columns.zone', { width: 100 }),
    instanceType: text('columns.instanceType', { width: 150 }),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
