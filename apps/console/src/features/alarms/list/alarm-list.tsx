import { alarmItemKeys, alarmSubjects } from '@gwanje/contract/alarms/alarm-items';
import { alarmColumns, listAlarms } from '@gwanje/contract/alarms/alarms';
import { formatElapsed, formatTimestamp } from '@gwanje/domain/formats/time';
import { kubectlNameOf } from '@gwanje/kinds/registry';
import { Icon } from '@gwanje/ui/icon';
import { LinkCell, type StateAppearance, StateCell, TextCell } from '@gwanje/ui/list/cells';
import {
  choice,
  count,
  ElapsedCell,
  flag,
  id,
  person,
  text,
  time,
} from '#components/list/columns/column-formats.tsx';
import {
  type CellContext,
  type ColumnFormat,
  defineList,
  type ListColumn,
  type ListDeclaration,
  type RowOf,
} from '#components/list/define-list.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { alarmObjectAddress } from '#entities/alarms/alarm-address.ts';
import {
  alarmLevelAppearance,
  alarmTargetLabel,
  alarmTypeLabel,
  confirmLevelAppearance,
} from '#entities/alarms/alarm-appearance.ts';
import { alarmElapsedMs, alarmFigure, alarmItemName, alarmText } from '#entities/alarms/alarm-text.ts';
import { MutedMarks } from '#entities/alarms/muted-marks.tsx';
import { nodeFormats } from '#entities/inventory/life-columns.ts';
import classes from './alarm-list.module.css';

export type AlarmListRow = RowOf<typeof alarmColumns>;

/** The object of the alarm, with mute marks and the count of folded alarms: this column always shows. */
const objectColumn: ColumnFormat<string, AlarmListRow> = {
  label: 'alarms.object',
  width: 270,
  cell: (name, row, { t, onFollow }) => {
    const href = alarmObjectAddress(row);
    return (
      <span className={classes.object}>
        {href === null ? (
          <TextCell text={name} isStrong />
        ) : (
          <LinkCell text={name} href={href} onFollow={onFollow} isStrong />
        )}
        <MutedMarks alarm={row} isSmall />
        {row.childCnt ? (
          <span className={classes.folded} title={t('alarms.folded', { cnt: row.childCnt })}>
            +{row.childCnt}
          </span>
        ) : null}
      </span>
    );
  },
  csv: (name) => name,
};

/** A code with its icon and colour. */
function code<Code extends number>(
  label: PlainKey,
  appearanceOf: (code: number, context: Pick<CellContext, 't' | 'language'>) => StateAppearance,
  more: Partial<ColumnFormat<Code, AlarmListRow>>,
): ColumnFormat<Code, AlarmListRow> {
  return {
    label,
    width: 100,
    flashes: true,
    cell: (value, _row, context) => <StateCell {...appearanceOf(value, context)} />,
    csv: (value, _row, context) => appearanceOf(value, context).label,
    choiceLabel: (value, context) => appearanceOf(Number(value), context).label,
    ...more,
  };
}

/** An acknowledged alarm that has recovered keeps its level; the cell shows both. */
const confirmColumn = code<AlarmListRow['confirmLevel']>('alarms.confirmLevel', confirmLevelAppearance, {
  width: 112,
  cell: (level, { recoveredAt }, context) => {
    const isBoth = recoveredAt !== null && level > 0 && level < 4;
    return (
      <span className={classes.state}>
        <StateCell {...confirmLevelAppearance(level, context)} />
        {isBoth && (
          <span
            className={classes.recovered}
            title={`${context.t('alarms.recoveredAt')} ${formatTimestamp(recoveredAt)}`}
          >
            <Icon name="mdi-check-circle-outline" size={14} label={context.t('alarms.hasRecovered')} />
          </span>
        )}
      </span>
    );
  },
});

const typeColumn: ColumnFormat<AlarmListRow['type'], AlarmListRow> = {
  label: 'alarms.type',
  width: 76,
  cell: (type, _row, context) => alarmTypeLabel(type, context),
  csv: (type, _row, context) => alarmTypeLabel(type, context),
  choiceLabel: (type, context) => alarmTypeLabel(Number(type), context),
};

const itemColumn: ColumnFormat<string, AlarmListRow> = {
  label: 'alarms.item',
  width: 250,
  cell: (_key, row, { language }) => <TextCell text={alarmText(row, language)} />,
  csv: (_key, row, { language }) => alarmText(row, language),
  exactChoices: () => alarmItemKeys,
  choiceLabel: (itemKey, { language }) => alarmItemName({ itemKey, itemName: null }, language),
};

/** A value in the unit of the alarm item; an export has the raw value. */
function figure(label: PlainKey): ColumnFormat<number | null, AlarmListRow> {
  return {
    label,
    width: 110,
    align: 'end',
    beginsDescending: true,
    cell: (value, { itemKey }, { language }) => alarmFigure(value, itemKey, language),
    csv: (value) => value,
  };
}

const declared = defineList({
  name: 'alarms',
  title: 'alarms.list',
  counted: 'alarm',
  endpoint: listAlarms,
  changesWith: ['alarm'],
  contract: alarmColumns,
  primary: 'objectName',
  rowKey: ({ alarmId }) => String(alarmId),
  nameOf: ({ objectName }) => objectName,
  placesOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    pod: row.target === 'pod' ? row.objectName : null,
    node: row.target === 'node' ? row.objectName : row.nodeName,
    to: row.lastOccurredAt === null ? null : Date.parse(row.lastOccurredAt),
  }),
  kubectlOf: ({ clusterName, namespace, objectName, target }) => {
    const resource = target === 'event' ? null : kubectlNameOf(target);
    return resource ? { cluster: clusterName, namespace, resource, name: objectName } : null;
  },
  phoneLine: (row, context) => (
    <span className={classes.phoneLine}>
      <StateCell {...alarmLevelAppearance(row.level, context)} />
      <StateCell {...confirmLevelAppearance(row.confirmLevel, context)} />
      <span className={classes.phoneText}>
        {alarmText(row, context.language)} · {row.clusterName}
      </span>
    </span>
  ),
  defaultOrder: ['-lastOccurredAt'],
  defaultColumns: ['objectName', 'level', 'confirmLevel', 'itemKey', 'lastOccurredAt'],
  columns: {
    objectName: objectColumn,
    level: code('alarms.level', alarmLevelAppearance, { beginsDescending: true }),
    confirmLevel: confirmColumn,
    itemKey: itemColumn,
    type: typeColumn,
    target: choice('alarms.target', alarmTargetLabel, alarmSubjects, { width: 100 }),
    clusterName: {
      ...text('columns.cluster', { width: 124 }),
      exactChoices: () => useClusters.getState().clusterList.map(({ name }) => name),
    },
    namespace: text('columns.namespace', { width: 114 }),
    nodeName: { ...nodeFormats.nodeName, width: 170 },
    value: figure('alarms.value'),
    threshold: figure('alarms.threshold'),
    lastOccurredAt: time('alarms.lastOccurredAt', { width: 154 }),
    occurredAt: time('alarms.occurredAt', { width: 154 }),
    recoveredAt: time('alarms.recoveredAt', { width: 154 }),
    confirmedBy: person('alarms.confirmedBy', { width: 120 }),
    confirmedAt: time('alarms.confirmedAt', { width: 154 }),
    closedAt: time('alarms.closedAt', { width: 154 }),
    occurCnt: count('alarms.occurCnt'),
    childCnt: count('alarms.childCnt', { width: 100 }),
    memoCnt: count('alarms.memo', { width: 76 }),
    ownerKind: text('columns.ownerKind', { width: 120 }),
    ownerName: text('columns.owner'),
    isSnoozed: flag('alarms.snooze', { width: 80 }),
    snoozedUntil: time('alarms.snoozedUntil', { width: 154 }),
    isInMaintenance: flag('alarms.inMaintenance', { width: 90 }),
    isFolded: flag('alarms.isFolded', { width: 80 }),
    parentAlarmId: id('alarms.parentAlarmId'),
    alarmId: id('alarms.alarmId'),
  },
});

/** The duration until the alarm recovered or was closed; for an open alarm until now. */
const elapsedColumn: ListColumn<AlarmListRow> = {
  id: 'elapsed',
  label: 'alarms.elapsed',
  width: 100,
  align: 'end',
  cell: (row, { nowMs, language }) => (
    <ElapsedCell elapsedMs={alarmElapsedMs(row, nowMs)} language={language} />
  ),
  csv: (row, { nowMs, language }) => {
    const ms = alarmElapsedMs(row, nowMs);
    return ms === null ? null : formatElapsed(ms, language);
  },
};

export const alarmList: ListDeclaration<AlarmListRow> = {
  ...declared,
  columns: [...declared.columns, elapsedColumn],
  // The first columns fit on a small screen; a screen of 1440 px shows the columns up to the type.
  defaultColumns: [
    ...declared.defaultColumns,
    'elapsed',
    'clusterName',
    'namespace',
    'memoCnt',
    'type',
    'target',
    'confirmedBy',
    'nodeName',
    'occurCnt',
    'recoveredAt',
  ],
};
