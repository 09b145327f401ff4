import { type AlarmItemKey, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { listTemplateHistory, templateHistoryColumns } from '@gwanje/contract/alarms/alarm-templates';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import type { Language } from '@gwanje/domain/i18n/language';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { templateChangeKey, templateChangeTypes } from '@gwanje/domain/mappings/template-change';
import { useMemo } from 'react';
import { text, time } from '#components/list/columns/column-formats.tsx';
import { type ColumnFormat, defineList } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import { TextCell } from '#components/table/text-cell.tsx';

const changeType: ColumnFormat<number | null, unknown> = {
  label: 'alarmTemplates.change',
  width: 140,
  cell: (value, _row, { language }) => (
    <TextCell text={labelOf(templateChangeKey(value), language)} isStrong />
  ),
  csv: (value, _row, { language }) => labelOf(templateChangeKey(value), language),
};
const detail: ColumnFormat<string, { readonly changeType: number | null }> = {
  label: 'alarmTemplates.detail',
  width: 620,
  cell: (value, row, { language }) => <TextCell text={detailText(value, row.changeType, language)} />,
  csv: (value, row, { language }) => detailText(value, row.changeType, language),
};

export const historyList = defineList({
  name: 'templateHistory',
  title: 'alarmTemplates.view.history',
  counted: 'event',
  endpoint: listTemplateHistory,
  contract: templateHistoryColumns,
  columns: {
    at: time('alarmTemplates.at'),
    changeType,
    userName: text('alarmTemplates.by', { width: 140 }),
    detail,
  },
  primary: 'at',
  defaultColumns: ['at', 'changeType', 'userName', 'detail'],
  defaultOrder: ['-at'],
  rowKey: ({ at, changeType: type, detail: text }) => `${at} ${type} ${text}`,
  nameOf: (row) => row.detail,
});

/** The history stores item keys; the page shows item names. */
function detailText(value: string, type: number | null, language: Language): string {
  if (type !== templateChangeTypes.alarmContentChanged) return value;
  return value
    .split(', ')
    .map((part) => {
      const key: AlarmItemKey | undefined = alarmItemKeys.find((one) => one === part);
      return key === undefined ? part : alarmItems[key].label[language];
    })
    .join(', ');
}

export function HistoryPanel({ alarmTemplateId }: { readonly alarmTemplateId: number }) {
  const scope = useMemo(() => ({ params: { id: alarmTemplateId } }), [alarmTemplateId]);
  return <ObjectList declaration={historyList} scope={scope} addressPrefix="h." />;
}
