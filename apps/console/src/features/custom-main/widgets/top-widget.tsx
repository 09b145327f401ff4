import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { listCallOf } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import type { kinds } from '@gwanje/kinds/registry';
import { LongName } from '@gwanje/ui/list/long-name';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { EmptyState } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import type { ListEndpoint } from '#components/list/define-list.ts';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { kindChanges } from '#core/refresh/kind-changes.ts';
import { figureFormats } from '#entities/dashboard/model/figures.ts';
import { ClusterList, clusterFilter } from './chosen-clusters.ts';
import { countSchema, defineWidget, objectTypeChoice, type WidgetViewProps } from './widget-kind.tsx';
import { metricChoice, metricOf, type WidgetMetric, widgetMetrics } from './widget-metrics.ts';
import { AnswerPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const topTypes = ['pod', 'node', 'container'] as const;
type TopType = (typeof topTypes)[number];

const traffic = ['netRxBps', 'netTxBps'] as const;
const topMetrics = {
  pod: ['cpuUsedLimitPct', 'memUsedLimitPct', 'cpuUsedCores', 'memUsedBytes', ...traffic, 'restartCnt'],
  node: ['cpuUsedPct', 'memUsedPct', 'fsUsedPct', ...traffic, 'podCnt'],
  container: [
    'cpuUsedCores',
    'memUsedBytes',
    'cpuUsedLimitPct',
    'memUsedLimitPct',
    'blockInBps',
    'blockOutBps',
    'restartCnt',
  ],
} as const satisfies {
  [Type in TopType]: readonly (WidgetMetric & keyof (typeof kinds)[Type]['columns'])[];
};

/** The columns that name the parents of an object, nearest first. */
const parents: Readonly<Record<TopType, readonly string[]>> = {
  pod: ['namespace', 'clusterName'],
  node: ['clusterName'],
  container: ['podName', 'clusterName'],
};

const MOST = 50;
const Saved = z.object({
  clusterList: ClusterList,
  objectType: z.enum(topTypes).catch('pod'),
  metric: z.string().catch(''),
  cnt: countSchema(MOST).catch(10),
});

type TopSettings = z.infer<typeof Saved> & { readonly metric: WidgetMetric };
type ListedRow = Readonly<Record<string, unknown>> & { name: string; hostId: number; isStale: boolean };

function TopView({ own, chosen, title }: WidgetViewProps<TopSettings>) {
  const t = useT();
  const endpoint: ListEndpoint<ListedRow> = callsOfKinds[listCallOf(own.objectType)];
  const query = useQuery({
    // The server sorts and limits the list, because there may be 100,000 objects.
    ...apiQuery(
      endpoint,
      {
        params: { pageNo: 1, pageCnt: own.cnt },
        body: { filter: clusterFilter(chosen), orderBy: [`-${own.metric}`] },
      },
      { staleMs: 5_000, changesWith: kindChanges(own.objectType) },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <AnswerPanel title={title} note={t(widgetMetrics[own.metric][0])} query={query}>
      {({ list }) => <TopRows own={own} list={list} />}
    </AnswerPanel>
  );
}

/** Leaves out objects without a value or without a limit. */
function TopRows({ own, list }: { own: TopSettings; list: readonly ListedRow[] }) {
  const t = useT();
  const { objectType, metric } = own;
  const unit = widgetMetrics[metric][1];
  const rows = list.flatMap((row) => {
    const value = row[metric];
    return typeof value === 'number' && value >= 0 ? [{ row, value }] : [];
  });
  if (rows.length === 0)
    return <EmptyState title={t('customMain.topEmpty')} text={t('customMain.topEmptyText')} />;
  const most = unit === 'percent' ? 100 : Math.max(...rows.map(({ value }) => value));
  return (
    <ol className={classes.top}>
      {rows.map(({ row, value }) => {
        const id = String(row[`${objectType}Id`]);
        const location = parents[objectType].map((column) => String(row[column]));
        const share = most > 0 ? Math.min(1, value / most) : 0;
        const level = row.isStale ? 'staleFill' : unit === 'percent' ? usageLevel(value) : 'figure';
        return (
          <li key={id}>
            <Link
              to={`/mon/${objectType}/summary`}
              search={{ hostId: String(row.hostId), [`${objectType}Id`]: id }}
              className={classes.topRow}
              title={[row.name, ...location].join(' · ')}
            >
              <span className={classes.topName}>
                <bdi>
                  <LongName text={row.name} />
                </bdi>
                <bdi className={classes.topLocation}>{location.join(' · ')}</bdi>
              </span>
              <span
                className={row.isStale ? classes.stale : undefined}
                title={row.isStale ? t('dashboard.collectionStopped') : undefined}
              >
                {figureFormats[unit](value)}
              </span>
              <span className={classes.bar} aria-hidden="true">
                <span className={classes[level]} style={{ width: `${share * 100}%` }} />
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

export const topWidget = defineWidget({
  name: 'top',
  icon: 'mdi-format-list-numbered',
  size: { w: 4, h: 9 },
  minSize: { w: 2, h: 3 },
  parse: (settings): TopSettings => {
    const own = Saved.parse(settings);
    return { ...own, metric: metricOf<WidgetMetric>(topMetrics[own.objectType], own.metric) };
  },
  choices: ({ objectType }, texts) => [
    { ...objectTypeChoice('objectType', topTypes, texts), resets: { metric: '' } },
    metricChoice(topMetrics[objectType], texts.t),
  ],
  count: { labelKey: 'customMain.topCnt', most: MOST },
  title: ({ objectType, cnt }, { t, language }) =>
    t('customMain.topTitle', { objectType: labelOf(objectTypeKey(objectType), language), cnt }),
  View: TopView,
});
