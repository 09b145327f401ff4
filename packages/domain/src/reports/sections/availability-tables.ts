import type { ReportContent } from '@gwanje/contract/reports/report-content';
import { formatNumber } from '../../formats/numbers.ts';
import type { Language } from '../../i18n/language.ts';
import { availabilityShares, byLeastReady, type MeasuredTime } from '../availability.ts';
import { reportColumns } from '../report-columns.ts';
import { reportText } from '../report-messages.ts';
import { type Column, makeTable, type ReportTable } from '../report-table.ts';

type Availability = ReportContent['availability'];

export function availabilityTables(
  { availability }: ReportContent,
  language: Language,
): readonly ReportTable[] {
  const t = reportText[language];
  const { clusterList, nodeList, nodeCnt } = availability;
  const { text, count, span } = reportColumns(language);
  const clusters = makeTable<Availability['clusterList'][number]>(
    {
      key: 'clusters',
      note: t('note.availability'),
      empty: t('empty.clusters'),
      items: clusterList.toSorted(byLeastReady),
      columns: [
        text('cluster', ({ name }) => name),
        text('subGroup', ({ subGroupName }) => subGroupName),
        count('nodeCnt', (cluster) => cluster.nodeCnt),
        ...shareColumns(language),
        count('silenceCnt', ({ silenceCnt }) => silenceCnt),
        span('longestSilence', ({ longestSilenceS }) => (longestSilenceS === 0 ? null : longestSilenceS)),
      ],
    },
    language,
  );
  const nodes = makeTable<Availability['nodeList'][number]>(
    {
      key: 'nodes',
      note: t('note.nodes', { shown: formatNumber(nodeList.length), cnt: formatNumber(nodeCnt) }),
      empty: t('empty.nodes'),
      items: nodeList,
      columns: [
        text('cluster', ({ clusterName }) => clusterName),
        text('node', ({ name }) => name),
        ...shareColumns(language),
      ],
    },
    language,
  );
  return [clusters, nodes];
}

/** Availability is a share of the measured time; the three others divide the whole time. */
function shareColumns(language: Language): readonly Column<MeasuredTime>[] {
  const { share } = reportColumns(language);
  return [
    share(
      'availability',
      (time) => availabilityShares(time).availability,
      (value) => value < 0.999,
    ),
    share('ready', (time) => availabilityShares(time).ready),
    share(
      'notReady',
      (time) => availabilityShares(time).notReady,
      (value) => value > 0.001,
    ),
    share(
      'unknown',
      (time) => availabilityShares(time).unknown,
      (value) => value > 0.01,
    ),
  ];
}
