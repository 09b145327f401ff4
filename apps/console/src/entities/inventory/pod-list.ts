import { podPhases } from '@gwanje/contract/objects/object-states';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatRoughAge, parseInstant } from '@gwanje/domain/formats/time';
import * as column from '#components/list/columns/column-formats.tsx';
import { podPhaseAppearance, podStatusAppearance } from '#components/list/columns/state-appearance.ts';
import { type ColumnFormat, defineList, type RowOf } from '#components/list/define-list.ts';
import { cpuFormats, kindTraits, lifeFormats, memFormats, nodeFormats, shareOf } from './life-columns.ts';
import { cpuLimitText, memLimitText } from './limit-text.ts';

const traits = kindTraits('pod');
type Row = RowOf<typeof traits.contract>;

/** As in kubectl: the count, and when the last restart was. */
const restarts: ColumnFormat<number | null, Row> = {
  ...column.count('columns.restarts', { width: 120 }),
  flashes: true,
  cell: (cnt, { lastRestartAt }, { nowMs, language }) => {
    const atMs = lastRestartAt === null ? undefined : parseInstant(lastRestartAt);
    const text = formatNumber(cnt);
    return atMs === undefined ? text : `${text} (${formatRoughAge(nowMs - atMs, language)})`;
  },
};
const { cpuLimitCores: _cpuLimit, ...cpu } = cpuFormats;
const { memLimitBytes: _memLimit, ...mem } = memFormats;

export const podList = defineList({
  ...traits,
  title: 'pods.list',
  settingsColumns: ['namespace', 'ownerName', 'nodeName', 'status'],
  columns: {
    name: column.name('columns.pod', traits.linkOf, { width: 250 }),
    namespace: column.shown(column.text('columns.namespace', { width: 116 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    monResult: column.shown(column.monState('columns.state')),
    status: column.shown(column.stateText('columns.status', podStatusAppearance, { width: 164 })),
    phase: column.state('columns.phase', podPhaseAppearance, podPhases),
    readyCnt: column.shown(column.ofTotal('columns.ready', ({ containerCnt }: Row) => containerCnt)),
    containerCnt: column.count('columns.containerCnt'),
    restartCnt: column.shown(restarts),
    lastRestartAt: column.time('columns.lastRestartAt'),
    ...cpu,
    cpuLimitSumCores: {
      ...column.coresLimit('columns.cpuLimit', { width: 170 }),
      cell: (_sum, row, { t }) => cpuLimitText(row, t),
    },
    cpuUsedRequestPct: shareOf('columns.cpuRequestPct', 'cpuUsedCores', 'cpuRequestCores', { width: 160 }),
    ...mem,
    memLimitSumBytes: {
      ...column.bytesLimit('columns.memLimit', { width: 170 }),
      cell: (_sum, row, { t }) => memLimitText(row, t),
    },
    memUsedRequestPct: shareOf('columns.memRequestPct', 'memUsedBytes', 'memRequestBytes', { width: 160 }),
    ephemeralUsedBytes: column.bytes('columns.ephemeral'),
    netRxBps: column.rate('columns.netRx'),
    netTxBps: column.rate('columns.netTx'),
    procCnt: column.count('columns.procCnt', { width: 100 }),
    ...nodeFormats,
    nodeName: column.shown(nodeFormats.nodeName),
    ownerName: column.text('columns.owner'),
    ownerKind: column.text('columns.ownerKind', { width: 120 }),
    qosClass: column.text('columns.qosClass', { width: 110 }),
    podIp: column.text('columns.podIp', { width: 120 }),
    alarmCnt: column.shown(column.alarmCnt('columns.alarmCnt')),
    startedAt: column.time('columns.startedAt'),
    ...lifeFormats,
  },
});

/** The columns of pods on the page of the object that holds them. */
export const POD_COLUMNS = ['name', 'status', 'readyCnt', 'restartCnt', 'cpuUsedCores', 'memUsedBytes'];
