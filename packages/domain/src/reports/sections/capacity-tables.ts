import type { ClaimGrowth, ClusterGrowth, ReportContent } from '@gwanje/contract/reports/report-content';
import { formatNumber } from '../../formats/numbers.ts';
import type { Language } from '../../i18n/language.ts';
import { amountCell, rounded, signedAmountCell } from '../report-cells.ts';
import { reportColumns, unitOf } from '../report-columns.ts';
import { reportText } from '../report-messages.ts';
import { type Column, makeTable, type ReportCell, type ReportTable } from '../report-table.ts';

/** A resource that is full earlier is shown as bad, and counted in the summary. */
export const SOON_DAYS = 30;

export function capacityTables({ capacity }: ReportContent, language: Language): readonly ReportTable[] {
  const t = reportText[language];
  const { clusterList, claimList, claimCnt, knownClaimCnt, isTruncated } = capacity;
  const claimNote = t('note.claims', { cnt: formatNumber(claimCnt), known: formatNumber(knownClaimCnt) });
  const { text, number, share, amount, change } = reportColumns(language);
  const full: Column<ClusterGrowth | ClaimGrowth> = number('full', t('unit.days'), (row) =>
    fullCell(row, language),
  );
  const growth = makeTable<ClusterGrowth>(
    {
      key: 'growth',
      note: t('note.growth'),
      empty: t('empty.growth'),
      items: clusterList.toSorted(bySoonestFull),
      columns: [
        text('cluster', ({ clusterName }) => clusterName),
        text('resource', ({ resource }) => {
          const name = t(`resource.${resource}`);
          return { text: name, value: `${name} (${t(`unit.${unitOf(resource)}`)})` };
        }),
        // Each row has its own unit.
        number('used', null, ({ used, resource }) => amountCell(used, resource)),
        number('capacity', null, (row) => amountCell(row.capacity, row.resource)),
        share('usedShare', usedShareOf, (value) => value >= 0.9),
        number('perDay', null, ({ perDay, resource }) => signedAmountCell(perDay, resource)),
        full,
        share('measured', ({ measuredShare }) => measuredShare),
      ],
    },
    language,
  );
  const claims = makeTable<ClaimGrowth>(
    {
      key: 'claims',
      note: isTruncated ? `${claimNote} ${t('note.claimsTruncated')}` : claimNote,
      empty: t('empty.claims'),
      items: claimList,
      columns: [
        text('cluster', ({ clusterName }) => clusterName),
        text('namespace', ({ namespace }) => namespace),
        text('claim', ({ name }) => name),
        amount('used', 'volume', ({ used }) => used),
        amount('capacity', 'volume', (row) => row.capacity),
        share('usedShare', usedShareOf, (value) => value >= 0.9),
        change('perDay', 'volume', ({ perDay }) => perDay),
        full,
      ],
    },
    language,
  );
  return [growth, claims];
}

/** Rows without a forecast come last, in the given order. */
function bySoonestFull(a: ClusterGrowth, b: ClusterGrowth): number {
  const [days, otherDays] = [a.daysLeft ?? Number.MAX_VALUE, b.daysLeft ?? Number.MAX_VALUE];
  return days - otherDays;
}

function usedShareOf({ used, capacity }: Pick<ClusterGrowth, 'used' | 'capacity'>): number | null {
  return used === null || capacity === null || !(capacity > 0) ? null : used / capacity;
}

function fullCell(
  { state, daysLeft }: Pick<ClusterGrowth, 'state' | 'daysLeft'>,
  language: Language,
): ReportCell {
  const t = reportText[language];
  if (state !== 'fills' || daysLeft === null)
    return { text: t(`growth.${state === 'fills' ? 'steady' : state}`), value: null, tone: 'muted' };
  const text =
    daysLeft < 1 ? t('growth.now') : t('growth.fills', { days: formatNumber(Math.floor(daysLeft)) });
  return { text, value: rounded(daysLeft), tone: daysLeft < SOON_DAYS ? 'bad' : undefined };
}
