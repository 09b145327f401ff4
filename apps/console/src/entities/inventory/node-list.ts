import { monResults, nodeConditions } from '@gwanje/contract/objects/object-states';
import * as column from '#components/list/columns/column-formats.tsx';
import { monResultAppearance, nodeConditionAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from './life-columns.ts';

const traits = kindTraits('node');
type Row = RowOf<typeof traits.contract>;

export const nodeList = defineList({
  ...traits,
  title: 'nodes.list',
  settingsColumns: ['condition', 'roles', 'kubeletVersion'],
  columns: {
    name: column.name('columns.node', traits.linkOf, { width: 270 }),
    clusterName: column.text('columns.cluster', { width: 140 }),
    monResult: column.shown(column.monState('columns.state')),
    childMonResult: column.shown(column.state('columns.podStates', monResultAppearance, monResults)),
    condition: column.shown(
      column.state('columns.condition', nodeConditionAppearance, nodeConditions, { width: 130 }),
    ),
    isSchedulable: column.flag('columns.isSchedulable', { width: 110 }),
    roles: column.text('columns.roles', { width: 120 }),
    podCnt: column.shown(
      column.ofTotal('columns.podCnt', ({ podCapacity }: Row) => podCapacity, { width: 100 }),
    ),
    cpuUsedCores: column.shown(
      column.usage('columns.cpu', 'cores', ({ cpuRequestCores, cpuAllocatableCores }: Row) => ({
        request: cpuRequestCores,
        allocatable: cpuAllocatableCores,
      })),
    ),
    cpuRequestCores: column.coresLimit('columns.cpuRequest'),
    cpuLimitCores: column.coresLimit('columns.cpuLimit'),
    cpuAllocatableCores: column.cores('columns.cpuAllocatable'),
    cpuUsedPct: column.percent('columns.cpuPct', { width: 160 }),
    memUsedBytes: column.shown(
      column.usage('columns.mem', 'bytes', ({ memRequestBytes, memAllocatableBytes }: Row) => ({
        request: memRequestBytes,
        allocatable: memAllocatableBytes,
      })),
    ),
    memRequestBytes: column.bytesLimit('columns.memRequest', { width: 150 }),
    memLimitBytes: column.bytesLimit('columns.memLimit', { width: 140 }),
    memAllocatableBytes: column.bytes('columns.memAllocatable', { width: 130 }),
    memUsedPct: column.percent('columns.memPct', { width: 170 }),
    fsUsedBytes: column.shown(
      column.usage('columns.disk', 'bytes', ({ fsCapacityBytes }: Row) => ({
        capacity: fsCapacityBytes,
      })),
    ),
    fsCapacityBytes: column.bytes('columns.diskCapacity'),
    fsUsedPct: column.percent('columns.diskPct'),
    fsInodesUsedPct: column.percent('columns.inodesPct'),
    netRxBps: column.rate('columns.netRx'),
    netTxBps: column.rate('columns.netTx'),
    procCnt: column.count('columns.procCnt', { width: 100 }),
    kubeletVersion: column.shown(column.text('columns.kubeletVersion', { width: 130 })),
    internalIp: column.text('columns.internalIp', { width: 120 }),
    pool: column.text('columns.pool', { width: 120 }),
    zone: column.text('columns.zone', { width: 100 }),
    instanceType: column.text('columns.instanceType', { width: 150 }),
    alarmCnt: column.shown(column.alarmCnt('columns.alarmCnt')),
    ...lifeFormats,
  },
});
