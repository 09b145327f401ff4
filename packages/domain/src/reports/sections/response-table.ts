import type { ReportContent, ResponseTime } from '@gwanje/contract/reports/report-content';
import type { Language } from '../../i18n/language.ts';
import { reportColumns } from '../report-columns.ts';
import { reportText } from '../report-messages.ts';
import { makeTable, type ReportTable } from '../report-table.ts';

const ACTS = ['acknowledged', 'handled'] as const;

export function responseTable({ response }: ReportContent, language: Language): ReportTable {
  const t = reportText[language];
  const { text, count, span } = reportColumns(language);
  return makeTable<ResponseTime & { readonly act: (typeof ACTS)[number] }>(
    {
      key: 'response',
      note: t('note.response'),
      empty: '',
      items: ACTS.map((act) => ({ act, ...response[act] })),
      columns: [
        text('act', ({ act }) => t(`act.${act}`)),
        count('doneCnt', ({ doneCnt }) => doneCnt),
        span('median', ({ medianS }) => medianS),
        span('p95', ({ p95S }) => p95S),
        count('neverCnt', ({ neverCnt }) => neverCnt),
        count('neverAndEnded', ({ neverAndEndedCnt }) => neverAndEndedCnt),
      ],
    },
    language,
  );
}
