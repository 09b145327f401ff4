import { eventAlarmColumns, listEventAlarms } from '@gwanje/contract/alarms/event-alarms';
import { explainEventAlarm } from '@gwanje/domain/alarms/text/explain-event';
import { count, flag, shown, text, time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { type ColumnFormat, defineList, type RowOf } from '#components/list/define-list.ts';
import { onColumn } from '#entities/alarm-items/on-column.tsx';

export type EventAlarm = RowOf<typeof eventAlarmColumns>;

/** The column of the condition: shown as a sentence, sorted by its time window. */
const meaning: ColumnFormat<number | null, EventAlarm> = {
  label: 'eventAlarms.meaning',
  width: 620,
  cell: (_value, row, { language }) => <InlineText text={explainEventAlarm(row, language)} />,
  csv: (_value, row, { language }) => explainEventAlarm(row, language),
};

export const eventAlarmList = defineList({
  name: 'eventAlarms',
  title: 'routes.settingMonEventAlarmList',
  endpoint: listEventAlarms,
  contract: eventAlarmColumns,
  columns: {
    name: {
      ...text('eventAlarms.name', { width: 220 }),
      cell: (value) => <InlineText text={value ?? '-'} isStrong />,
    },
    isOn: shown(onColumn),
    clusterName: shown(text('eventAlarms.cluster', { width: 170 })),
    windowMin: shown(meaning),
    isNotified: shown(flag('eventAlarms.isNotified')),
    eventType: text('eventAlarms.eventType', { width: 110 }),
    reason: text('eventAlarms.reason'),
    objectKind: text('eventAlarms.objectKind', { width: 110 }),
    namespace: text('eventAlarms.namespace'),
    messageText: text('eventAlarms.messageText'),
    warningCnt: count('eventAlarms.warningCnt'),
    criticalCnt: count('eventAlarms.criticalCnt'),
    updatedAt: shown(time('eventAlarms.updatedAt')),
  },
  primary: 'name',
  defaultOrder: ['name'],
  rowKey: ({ eventAlarmId }) => String(eventAlarmId),
  nameOf: (row) => row.name,
});
