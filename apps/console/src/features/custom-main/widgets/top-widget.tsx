import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { formatBytes, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatPercent } from '@gwanje/domain/formats/percent';
import { labelOf } from '@gwanje/domain/labels';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { EmptyState } from '@gwanje/ui/states';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import { ClusterList, useChosen } from './chosen-clusters.ts';
import { ChoiceField, ClustersField, CountField, countFaults } from './fields.tsx';
import { type TopRow, type TopType, topQuery, topTypes } from './top-queries.ts';
import type { FieldsProps, Settings, ViewProps, WidgetKind } from './widget-kind.ts';
import { Answer, OfChosen, WidgetPanel } from './widget-panel.tsx';
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

const LEAST = 1;
const MOST = 50;
const Kept = z.object({
  clusterList: ClusterList,
  objectType: z.enum(topTypes).catch('pod'),
  metric: z.string().catch(''),
  cnt: z.int().min(LEAST).max(MOST).catch(10),
});

function read(settings: Settings) {
  const { metric: key, ...rest } = Kept.parse(settings);
  const metric = metricOf(rest.objectType, key);
  return { ...rest, metric: metric.key };
}

function metricOf(objectType: TopType, key: string): TopMetric {
  const [first] = topMetrics[objectType];
  return topMetrics[objectType].find((metric) => metric.key === key) ?? first;
}

function TopView({ settings, title, clusters }: ViewProps) {
  const t = useT();
  const own = useMemo(() => read(settings), [settings]);
  const chosen = useChosen(own.clusterList, clusters);
  const metric = metricOf(own.objectType, own.metric);
  const query = useQuery({
    ...topQuery({ ...own, hostIds: chosen.isAll ? null : chosen.hostIds }),
    enabled: !chosen.isGone,
    placeholderData: keepPreviousData,
  });
  return (
    <OfChosen chosen={chosen} title={title}>
      <WidgetPanel title={title} note={t(metric.labelKey)} isOld={query.isError && query.data !== undefined}>
        <Answer query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={t('customMain.topEmpty')} text={t('customMain.topEmptyText')} />
            ) : (
              <TopRows rows={rows} metric={metric} />
            )
          }
        </Answer>
      </WidgetPanel>
    </OfChosen>
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
      {rows.map(({ id, name, place, address, value, isStale }) => {
        const share = most > 0 ? Math.min(1, value / most) : 0;
        const level = metric.isPercent ? usageLevel(value) : 'figure';
        return (
          <li key={id}>
            <Link {...address} className={classes.topRow} title={[name, ...place].join(' · ')}>
              <span className={classes.topName}>
                <bdi>{name}</bdi>
                <bdi className={classes.topPlace}>{place.join(' · ')}</bdi>
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

function TopFields({ settings, clusters, faults, onChange }: FieldsProps) {
  const t = useT();
  const language = useLanguage();
  const { clusterList, objectType, metric } = read(settings);
  return (
    <>
      <ChoiceField<TopType>
        label={t('dashboard.objectType')}
        value={objectType}
        choices={topTypes.map((value) => ({ value, label: labelOf(objectTypeKey(value), language) }))}
        onChange={(value) => onChange({ objectType: value, metric: '' })}
      />
      <ChoiceField
        label={t('customMain.metric')}
        value={metric}
        choices={topMetrics[objectType].map(({ key, labelKey }) => ({ value: key, label: t(labelKey) }))}
        onChange={(value) => onChange({ metric: value })}
      />
      <CountField
        label={t('customMain.topCnt')}
        value={settings.cnt}
        fault={faults.cnt}
        least={LEAST}
        most={MOST}
        onChange={(cnt) => onChange({ cnt })}
      />
      <ClustersField
        clusters={clusters}
        value={clusterList}
        onChange={(value) => onChange({ clusterList: value })}
      />
    </>
  );
}

export const topWidget: WidgetKind = {
  nameKey: 'customMain.top',
  aboutKey: 'customMain.topAbout',
  icon: 'mdi-format-list-numbered',
  size: { w: 4, h: 9 },
  least: { w: 2, h: 3 },
  clean: read,
  faults: countFaults(LEAST, MOST),
  title: (settings, { t, language }) => {
    const { objectType, cnt } = read(settings);
    return t('customMain.topTitle', { objectType: labelOf(objectTypeKey(objectType), language), cnt });
  },
  View: TopView,
  Fields: TopFields,
};
