import { nodeConditions } from '@gwanje/contract/objects/object-states';
import { DASH } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { listNodeHistory, nodeHistoryColumns } from '@gwanje/kinds/node/history-calls';
import { LinkCell } from '@gwanje/ui/list/cells';
import {
  alarmCnt,
  bytes,
  cores,
  count,
  flag,
  rate,
  shown,
  state,
  text,
  time,
} from '#components/list/columns/column-formats.tsx';
import { nodeConditionAppearance } from '#components/list/columns/state-appearance.ts';
import {
  bound,
  type ColumnFormat,
  defineList,
  type ListColumn,
  type ListDeclaration,
  shownIds,
} from '#components/list/define-list.ts';
import { recordAddress } from './history-queries.ts';
import type { HistoryRow } from './timeline.ts';

/** The records of a node. The rows do not name their cluster. */
export function recordList(hostId: number): ListDeclaration<HistoryRow> {
  const linkOf = ({ nodeHistoryId }: Pick<HistoryRow, 'nodeHistoryId'>) =>
    recordAddress(hostId, nodeHistoryId);
  const base = defineList({
    name: 'nodeHistory',
    title: 'nodeHistory.records',
    endpoint: listNodeHistory,
    contract: nodeHistoryColumns,
    primary: 'fromAt',
    rowKey: ({ nodeHistoryId }) => String(nodeHistoryId),
    nameOf: ({ fromAt }) => formatTimestamp(fromAt),
    linkOf,
    defaultOrder: ['-fromAt'],
    columns: {
      fromAt: {
        ...time('nodeHistory.from'),
        width: 250,
        cell: (value, row, { onFollow }) => (
          <LinkCell text={formatTimestamp(value)} href={linkOf(row)} onFollow={onFollow} isStrong />
        ),
      },
      toAt: {
        ...shown(time('nodeHistory.to')),
        cell: (value, { isRunning }, { t }) =>
          isRunning ? t('nodeHistory.running') : value === null ? DASH : formatTimestamp(value),
      },
      isRunning: flag('nodeHistory.isRunning'),
      condition: shown(state('columns.condition', nodeConditionAppearance, nodeConditions, { width: 150 })),
      isSchedulable: flag('columns.isSchedulable', { width: 110 }),
      flapCnt: shown(count('nodeHistory.flapCnt', { width: 110 })),
      kubeletVersion: text('columns.kubeletVersion', { width: 130 }),
    },
  });
  const columns = [
    ...base.columns,
    measured('podCnt', shown(count('nodeHistory.podCnt'))),
    measured('alarmCnt', alarmCnt('nodeHistory.alarmCnt')),
    measured('cpuAvgCores', shown(cores('nodeHistory.cpuAvg'))),
    measured('cpuMaxCores', shown(cores('nodeHistory.cpuMax'))),
    measured('memAvgBytes', shown(bytes('nodeHistory.memAvg'))),
    measured('memMaxBytes', shown(bytes('nodeHistory.memMax'))),
    measured('fsAvgBytes', bytes('nodeHistory.diskAvg')),
    measured('fsMaxBytes', shown(bytes('nodeHistory.diskMax'))),
    measured('netRxAvgBps', shown(rate('nodeHistory.rxAvg'))),
    measured('netRxMaxBps', rate('nodeHistory.rxMax')),
    measured('netTxAvgBps', shown(rate('nodeHistory.txAvg'))),
    measured('netTxMaxBps', rate('nodeHistory.txMax')),
  ];
  return { ...base, endpoint: listNodeHistory, columns, defaultColumns: shownIds(columns, base.primaryId) };
}

/** The server reads these values for the visible rows only: it can neither sort nor filter by them. */
function measured<Id extends keyof HistoryRow & string>(
  id: Id,
  { flashes: _, ...format }: ColumnFormat<HistoryRow[Id], HistoryRow>,
): ListColumn<HistoryRow> {
  return bound(id, format, (row) => row[id]);
}
