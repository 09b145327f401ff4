import type { NoisyRule, ReportContent } from '@gwanje/contract/reports/report-content';
import { formatNumber } from '../../formats/numbers.ts';
import { formatSpan } from '../../formats/time.ts';
import type { Language } from '../../i18n/language.ts';
import { textCell } from '../report-cells.ts';
import { reportColumns } from '../report-columns.ts';
import { reportText } from '../report-messages.ts';
import { makeTable, type ReportTable } from '../report-table.ts';
import { alarmItemLabel } from './alarm-item-label.ts';

export function ruleTable({ noise }: ReportContent, language: Language): ReportTable {
  const t = reportText[language];
  const { text, count } = reportColumns(language);
  return makeTable<NoisyRule>(
    {
      key: 'rules',
      note: t('note.rules'),
      empty: t('empty.rules'),
      items: noise.ruleList,
      ruleOf: (rule) => rule,
      columns: [
        text('item', ({ itemKey, itemName }) => alarmItemLabel(itemKey, itemName, language)),
        text('place', ({ clusterName, templateName }) =>
          clusterName === null
            ? t('place.template', { name: templateName })
            : t('place.cluster', { name: clusterName }),
        ),
        count('cnt', ({ cnt }) => cnt),
        count('shortCnt', ({ shortCnt }) => shortCnt),
        count('againCnt', ({ againCnt }) => againCnt),
        text('proposal', (rule) =>
          textCell(proposalText(rule, language), rule.proposal ? undefined : 'muted'),
        ),
      ],
    },
    language,
  );
}

function proposalText({ proposal, holdS, recoveryMargin }: NoisyRule, language: Language): string {
  const t = reportText[language];
  if (!proposal || holdS === null || recoveryMargin === null) return t('proposal.none');
  if (proposal.why === 'hold')
    return t('proposal.hold', {
      from: formatSpan(holdS, language),
      to: formatSpan(proposal.holdS, language),
    });
  const number = (value: number) => formatNumber(value, { decimals: 2 });
  return t('proposal.margin', { from: number(recoveryMargin), to: number(proposal.recoveryMargin) });
}
