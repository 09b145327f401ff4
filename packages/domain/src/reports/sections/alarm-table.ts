import type { AlarmItemCount, ReportContent } from '@gwanje/contract/reports/report-content';
import { formatNumber } from '../../formats/numbers.ts';
import type { Language } from '../../i18n/language.ts';
import { changeCell } from '../report-cells.ts';
import { reportColumns } from '../report-columns.ts';
import { reportText } from '../report-messages.ts';
import { makeTable, type ReportTable } from '../report-table.ts';
import { alarmItemLabel } from './alarm-item-label.ts';

export function alarmTable({ alarms, isRunning }: ReportContent, language: Language): ReportTable {
  const t = reportText[language];
  const { text, count, number } = reportColumns(language);
  return makeTable<AlarmItemCount>(
    {
      key: 'items',
      note: t(isRunning ? 'note.itemsRunning' : 'note.items', { folded: formatNumber(alarms.foldedCnt) }),
      empty: t('empty.items'),
      items: alarms.itemList,
      columns: [
        text('item', ({ itemKey, itemName }) => alarmItemLabel(itemKey, itemName, language)),
        count('cnt', ({ cnt }) => cnt),
        count('criticalCnt', ({ criticalCnt }) => criticalCnt),
        count('before', ({ beforeCnt }) => beforeCnt),
        number('change', null, ({ cnt, beforeCnt }) => changeCell(cnt, beforeCnt)),
      ],
    },
    language,
  );
}
