import type { HostId } from '@gwanje/contract/definition/ids';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { formatBytes, formatBytesPerSecond } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatPercent } from '@gwanje/domain/formats/percent';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { kinds } from '@gwanje/kinds/registry';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { EmptyState } from '@gwanje/ui/panel';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import type { ListEndpoint } from '#components/list/define-list.ts';
import { callWith } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { ClusterList } from './chosen-clusters.ts';
import { countSchema, defineWidget, type WidgetViewProps } from './widget-kind.tsx';
import { AnswerPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const topTypes = ['pod', 'node', 'container'] as const;
type TopType = (typeof topTypes)[number];

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

function TopRows({ rows, metric }: { rows: readonly TopRow[]; metric: TopMetric }) {
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
  minSize: { w: 2, h: 3 },
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

type TopRow = Awaited<ReturnType<typeof loadTop>>[number];

const FRESH_MS = 5_000;

/** `hostIds` null: all clusters of the selected groups. */
type TopQuestion = Omit<z.infer<typeof Saved>, 'clusterList'> & {
  readonly hostIds: readonly HostId[] | null;
};

type ListedRow = Readonly<Record<string, unknown>> & { name: string; hostId: number; isStale: boolean };

/** The columns that name the parents of an object, nearest first. */
const parents: Readonly<Record<TopType, readonly string[]>> = {
  pod: ['namespace', 'clusterName'],
  node: ['clusterName'],
  container: ['podName', 'clusterName'],
};

function endpointOf(objectType: TopType): ListEndpoint<ListedRow> {
  return callsOfKinds[`list${capitalised(objectType)}s`];
}

/** The server sorts and limits the list, because there may be 100,000 objects. */
function topQuery(question: TopQuestion) {
  return queryOptions({
    queryKey: [...apiKey(endpointOf(question.objectType)), 'top', question],
    queryFn: ({ signal }) => loadTop(question, signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}

/** Largest first. Drops objects without a value or without a limit. */
async function loadTop(question: TopQuestion, signal: AbortSignal) {
  const { objectType, metric, cnt, hostIds } = question;
  const { list } = await callWith(endpointOf(objectType), {
    params: { pageNo: 1, pageCnt: cnt },
    body: {
      filter: hostIds ? { hostId: hostIds } : {},
      // The list may lack the metric.
      orderBy: Object.hasOwn(kinds[objectType].columns, metric) ? [`-${metric}`] : undefined,
    },
    signal,
  });
  return list.flatMap((row) => {
    const value = row[metric];
    if (typeof value !== 'number' || value < 0) return [];
    const { name, hostId, isStale } = row;
    const id = Number(row[`${objectType}Id`]);
    const location = parents[objectType].map((column) => String(row[column]));
    const search = { hostId: String(hostId), [`${objectType}Id`]: String(id) };
    return [{ id, name, location, address: { to: `/mon/${objectType}/summary`, search }, value, isStale }];
  });
}
