import { podPhases } from '@gwanje/contract/objects/object-states';
import { listNodeHistoryPods, podHistoryColumns } from '@gwanje/kinds/node/history-calls';
import {
  bytes,
  count,
  id,
  name,
  rate,
  state,
  stateText,
  text,
  time,
  usage,
} from '#components/list/columns/column-formats.tsx';
import { podPhaseAppearance, podStatusAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type ListDeclaration, type RowOf } from '#components/list/define-list.ts';
import { pageAddress } from '#entities/inventory/object-address.ts';
import type { HistoryTab } from '../history-queries.ts';

export type PodRow = RowOf<typeof podHistoryColumns>;
type ColumnId = keyof typeof podHistoryColumns;

/** The amounts that are 100 % for the pods of a record. */
export interface NodeBounds {
  readonly hostId: number;
  readonly cpuAllocatableCores: number | null;
  readonly memAllocatableBytes: number | null;
}

/** The largest consumer first: by the tab's resource, in the summary by CPU. */
export const largestFirstOrder = {
  summary: '-cpuAvgCores',
  cpu: '-cpuAvgCores',
  mem: '-memAvgBytes',
  disk: '-diskAvgBytes',
  network: '-netRxAvgBps',
} as const satisfies Record<HistoryTab, `-${ColumnId}`>;

const shownOf: Record<HistoryTab, readonly ColumnId[]> = {
  summary: ['cpuAvgCores', 'memAvgBytes', 'diskAvgBytes', 'netRxAvgBps', 'netTxAvgBps'],
  cpu: ['cpuAvgCores', 'cpuMaxCores'],
  mem: ['memAvgBytes', 'memMaxBytes'],
  disk: ['diskAvgBytes', 'diskMaxBytes'],
  network: ['netRxAvgBps', 'netRxMaxBps', 'netTxAvgBps', 'netTxMaxBps'],
};

export function historyPodList(tab: HistoryTab, bounds: NodeBounds): ListDeclaration<PodRow> {
  const { hostId } = bounds;
  const linkOf = ({ podId }: PodRow) => pageAddress('pod', hostId, podId);
  const ofCpu = () => ({ allocatable: bounds.cpuAllocatableCores });
  const ofMem = () => ({ allocatable: bounds.memAllocatableBytes });
  const declaration = defineList({
    name: `nodeHistoryPods.${tab}`,
    title: 'nodeHistory.podList',
    endpoint: listNodeHistoryPods,
    contract: podHistoryColumns,
    primary: 'name',
    rowKey: ({ podId }) => String(podId),
    nameOf: (row) => row.name,
    linkOf,
    deletedAtOf: ({ deletedAt }) => deletedAt,
    defaultOrder: [largestFirstOrder[tab]],
    defaultColumns: ['name', 'namespace', 'status', 'restartCnt', ...shownOf[tab], 'placedAt', 'deletedAt'],
    columns: {
      name: name('columns.pod', linkOf),
      namespace: text('columns.namespace', { width: 130 }),
      status: stateText('columns.status', podStatusAppearance),
      phase: state('columns.phase', podPhaseAppearance, podPhases),
      restartCnt: count('columns.restarts', { width: 100 }),
      ownerKind: text('columns.ownerKind', { width: 120 }),
      ownerName: text('columns.owner'),
      cpuAvgCores: usage('nodeHistory.cpuAvg', 'cores', ofCpu),
      cpuMaxCores: usage('nodeHistory.cpuMax', 'cores', ofCpu),
      memAvgBytes: usage('nodeHistory.memAvg', 'bytes', ofMem),
      memMaxBytes: usage('nodeHistory.memMax', 'bytes', ofMem),
      diskAvgBytes: bytes('nodeHistory.diskAvg', { width: 120 }),
      diskMaxBytes: bytes('nodeHistory.diskMax', { width: 120 }),
      netRxAvgBps: rate('nodeHistory.rxAvg'),
      netRxMaxBps: rate('nodeHistory.rxMax'),
      netTxAvgBps: rate('nodeHistory.txAvg'),
      netTxMaxBps: rate('nodeHistory.txMax'),
      placedAt: time('nodeHistory.placedAt'),
      deletedAt: time('columns.deletedAt'),
      podId: id('columns.podId'),
    },
  });
  // A record always includes deleted pods, so the list has no option for them.
  return { ...declaration, hasPast: false };
}
