import { podPhases } from '@gwanje/contract/clusters/states';
import { listPods } from '@gwanje/kinds/pod/calls';
import { podColumns } from '@gwanje/kinds/pod/columns';
import {
  alarmCnt,
  bytes,
  count,
  monState,
  name,
  ofTotal,
  rate,
  state,
  stateText,
  text,
  time,
} from '#components/list/columns/column-formats.tsx';
import { podPhaseAppearance, podStatusAppearance } from '#components/list/columns/state-appearance.ts';
import { defineList, type RowOf } from '#components/list/define-list.ts';
import {
  cpuFormats,
  goneMs,
  kindTraits,
  lifeFormats,
  memFormats,
  nodeFormats,
  shareOfLimit,
} from './life-columns.ts';

type Row = RowOf<typeof podColumns>;

const traits = kindTraits('pod');

export const podList = defineList({
  ...traits,
  title: 'pods.list',
  endpoint: listPods,
  contract: podColumns,
  placesOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    pod: row.name,
    node: row.nodeName,
    to: goneMs(row.deletedAt),
  }),
  defaultColumns: [
    'name',
    'namespace',
    'monResult',
    'status',
    'readyCnt',
    'restartCnt',
    'cpuUsedCores',
    'memUsedBytes',
    'nodeName',
    'alarmCnt',
    'createdAt',
  ],
  columns: {
    name: name('columns.pod', traits.linkOf, { width: 250 }),
    namespace: text('columns.namespace', { width: 116 }),
    clusterName: text('columns.cluster', { width: 140 }),
    monResult: monState('columns.state'),
    status: stateText('columns.status', podStatusAppearance, { width: 164 }),
    phase: state('columns.phase', podPhaseAppearance, podPhases),
    readyCnt: ofTotal('columns.ready', ({ containerCnt }: Row) => containerCnt),
    containerCnt: count('columns.containerCnt'),
    restartCnt: { ...count('columns.restarts', { width: 100 }), flashes: true },
    ...cpuFormats,
    cpuUsedRequestPct: shareOfLimit(
      'columns.cpuRequestPct',
      ({ cpuUsedCores, cpuRequestCores }: Row) => [cpuUsedCores, cpuRequestCores],
      { width: 160 },
    ),
    ...memFormats,
    memUsedRequestPct: shareOfLimit(
      'columns.memRequestPct',
      ({ memUsedBytes, memRequestBytes }: Row) => [memUsedBytes, memRequestBytes],
      { width: 160 },
    ),
    ephemeralUsedBytes: bytes('columns.ephemeral'),
    netRxBps: rate('columns.netRx'),
    netTxBps: rate('columns.netTx'),
    procCnt: count('columns.procCnt', { width: 100 }),
    ...nodeFormats,
    ownerName: text('columns.owner'),
    ownerKind: text('columns.ownerKind', { width: 120 }),
    qosClass: text('columns.qosClass', { width: 110 }),
    podIp: text('columns.podIp', { width: 120 }),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    startedAt: time('columns.startedAt'),
    ...lifeFormats,
  },
});

/** The columns of pods on the page of the object that holds them. */
export const POD_COLUMNS = ['name', 'status', 'readyCnt', 'restartCnt', 'cpuUsedCores', 'memUsedBytes'];
