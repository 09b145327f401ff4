import type { ReportContent, WorkloadTops, WorkloadUse } from '@gwanje/contract/reports/report-content';
import { formatNumber } from '../../formats/numbers.ts';
import type { Language } from '../../i18n/language.ts';
import { reportColumns } from '../report-columns.ts';
import { reportText } from '../report-messages.ts';
import { makeTable, type ReportTable } from '../report-table.ts';

const TABLES = {
  byCpu: { resource: 'cpu', isWaste: false },
  byMemory: { resource: 'memory', isWaste: false },
  wastedCpu: { resource: 'cpu', isWaste: true },
  wastedMemory: { resource: 'memory', isWaste: true },
} as const satisfies Record<keyof WorkloadTops, object>;

const KEYS = ['byCpu', 'byMemory', 'wastedCpu', 'wastedMemory'] as const;

export function workloadTables({ workloads }: ReportContent, language: Language): readonly ReportTable[] {
  const t = reportText[language];
  const { text, count, amount } = reportColumns(language);
  return KEYS.map((key) => {
    const { resource, isWaste } = TABLES[key];
    return makeTable<WorkloadUse>(
      {
        key,
        note: key === 'byCpu' ? noteOf(workloads, language) : null,
        empty: t(isWaste ? 'empty.waste' : 'empty.workloads'),
        items: workloads[key],
        columns: [
          text('cluster', ({ clusterName }) => clusterName),
          text('namespace', ({ namespace }) => namespace),
          text('workload', ({ ownerKind, name }) => `${ownerKind} ${name}`),
          count('podCnt', ({ podCnt }) => podCnt),
          amount('used', resource, ({ used }) => used),
          amount('requested', resource, ({ requested }) => requested),
          ...(isWaste
            ? [amount<WorkloadUse>('wasted', resource, ({ used, requested }) => (requested ?? 0) - used)]
            : []),
        ],
      },
      language,
    );
  });
}

function noteOf(
  { podCnt, measuredPodCnt, isTruncated }: ReportContent['workloads'],
  language: Language,
): string {
  const t = reportText[language];
  const note = t('note.workloads', { cnt: formatNumber(podCnt), measured: formatNumber(measuredPodCnt) });
  return isTruncated ? `${note} ${t('note.truncated')}` : note;
}
