import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { formatBytes, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatPercent } from '@gwanje/domain/formats/percent';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { EmptyState } from '@gwanje/ui/states';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { ClusterList } from './chosen-clusters.ts';
import { type TopRow, type TopType, topQuery, topTypes } from './top-queries.ts';
import { countSchema, defineWidget, type WidgetViewProps } from './widget-kind.tsx';
import { AnswerPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

interface TopMetric {
  readonly key: string;
  readonly labelKey: PlainKey;
  readonly format: (value: number) => string;
  readonly isPercent?: boolean;
}

const percent = { format: (value: number) => formatPercent(value), isPercent: true };
const cores = { format: (value: number) => formatCores(value) };
const bytes = { format: (value: number) => formatBytes(value) };
const rate = { format: (value: number) => formatBytesPerSecond(value) };
const count = { format: (value: number) => formatNumber(value) };

const topMetrics: Record<TopType, readonly [TopMetric, ...TopMetric[]]> = {
  pod: [
    { key: 'cpuUsedLimitPct', labelKey: 'columns.cpuLimitPct', ...percent },
    { key: 'memUsedLimitPct', labelKey: 'columns.memLimitPct', ...percent },
    { key: 'cpuUsedCores', labelKey: 'columns.cpu', ...cores },
    { key: 'memUsedBytes', labelKey: 'columns.mem', ...bytes },
    { key: 'netRxBps', labelKey: 'columns.netRx', ...rate },
    { key: 'netTxBps', labelKey: 'columns.netTx', ...rate },
    { key: 'restartCnt', labelKey: 'columns.restarts', ...count },
  ],
  node: [
    { key: 'cpuUsedPct', labelKey: 'columns.cpuPct', ...percent },
    { key: 'memUsedPct', labelKey: 'columns.memPct', ...percent },
    { key: 'fsUsedPct', labelKey: 'columns.diskPct', ...percent },
    { key: 'netRxBps', labelKey: 'columns.netRx', ...rate },
    { key: 'netTxBps', labelKey: 'columns.netTx', ...rate },
    { key: 'podCnt', labelKey: 'columns.podCnt', ...count },
  ],
  container: [
    { key: 'cpuUsedCores', labelKey: 'columns.cpu', ...cores },
    { key: 'memUsedBytes', labelKey: 'columns.mem', ...bytes },
    { key: 'cpuUsedLimitPct', labelKey: 'columns.cpuLimitPct', ...percent },
    { key: 'memUsedLimitPct', labelKey: 'columns.memLimitPct', ...percent },
    { key: 'blockInBps', labelKey: 'columns.blockIn', ...rate },
    { key: 'blockOutBps', labelKey: 'columns.blockOut', ...rate },
    { key: 'restartCnt', labelKey: 'columns.restarts', ...count },
  ],
};

const MOST = 50;
const Saved = z.object({
  clusterList: ClusterList,
  objectType: z.enum(topTypes).catch('pod'),
  metric: z.string().catch(''),
  cnt: countSchema(MOST).catch(10),
});

function metricOf(objectType: TopType, key: string): TopMetric {
  const [first] = topMetrics[objectType];
  return topMetrics[objectType].find((metric) => metric.key === key) ?? first;
}

function TopView({ own, chosen, title }: WidgetViewProps<z.infer<typeof Saved>>) {
  const t = useT();
  const metric = metricOf(own.objectType, own.metric);
  const query = useQuery({
    ...topQuery({ ...own, hostIds: chosen.isAll ? null : chosen.hostIds }),
    placeholderData: keepPreviousData,
  });
  return (
    <AnswerPanel title={title} note={t(metric.labelKey)} query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('customMain.topEmpty')} text={t('customMain.topEmptyText')} />
        ) : (
          <TopRows rows={rows} metric={metric} />
        )
      }
    </AnswerPanel>
  );
}

interface TopRowsProps {
  readonly rows: readonly TopRow[];
  readonly metric: TopMetric;
}

function TopRows({ rows, metric }: TopRowsProps) {
  const t = useT();
  const most = metric.isPercent ? 100 : Math.max(...rows.map(({ value }) => value), 0);
  return (
    <ol className={classes.top}>
      {rows.map(({ id, name, location, address, value, isStale }) => {
        const share = most > 0 ? Math.min(1, value / most) : 0;
        const level = metric.isPercent ? usageLevel(value) : 'figure';
        return (
          <li key={id}>
            <Link {...address} className={classes.topRow} title={[name, ...location].join(' · ')}>
              <span className={classes.topName}>
                <bdi>{name}</bdi>
                <bdi className={classes.topLocation}>{location.join(' · ')}</bdi>
              </span>
              <span
                className={isStale ? classes.stale : undefined}
                title={isStale ? t('dashboard.collectionStopped') : undefined}
              >
                {metric.format(value)}
              </span>
              <span className={classes.bar} aria-hidden="true">
                <span
                  className={classes[isStale ? 'staleFill' : level]}
                  style={{ width: `${share * 100}%` }}
                />
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
  least: { w: 2, h: 3 },
  parse: (settings) => {
    const own = Saved.parse(settings);
    return { ...own, metric: metricOf(own.objectType, own.metric).key };
  },
  choices: ({ objectType }, { t, language }) => [
    {
      name: 'objectType',
      labelKey: 'dashboard.objectType',
      choices: topTypes.map((value) => ({ value, label: labelOf(objectTypeKey(value), language) })),
      resets: { metric: '' },
    },
    {
      name: 'metric',
      labelKey: 'customMain.metric',
      choices: topMetrics[objectType].map(({ key, labelKey }) => ({ value: key, label: t(labelKey) })),
    },
  ],
  count: { labelKey: 'customMain.topCnt', most: MOST },
  title: ({ objectType, cnt }, { t, language }) =>
    t('customMain.topTitle', { objectType: labelOf(objectTypeKey(objectType), language), cnt }),
  View: TopView,
});
