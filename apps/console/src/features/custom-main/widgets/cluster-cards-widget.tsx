import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { DASH, formatPercent, formatValueOfTotal, percentOf } from '@gwanje/domain/formats/numbers';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { EmptyState } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { apiQuery } from '#core/api/query.ts';
import { useNow } from '#core/browser/use-now.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { ChildMark } from '#entities/dashboard/child-mark.tsx';
import { summaryQuery } from '#entities/dashboard/dashboard-queries.ts';
import {
  clustersByProblem,
  dataAgeIcon,
  dataAgeOf,
  platformName,
} from '#entities/dashboard/model/cluster-lines.ts';
import { StatisticsMark } from '#entities/dashboard/statistics-mark.tsx';
import { ClusterList, clusterConditions } from './chosen-clusters.ts';
import { countSchema, defineWidget, type WidgetViewProps } from './widget-kind.tsx';
import { AnswerPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const MOST = 48;
const FRESH_MS = 5_000;
const TICK_MS = 1000;
const Saved = z.object({ clusterList: ClusterList, cnt: countSchema(MOST).catch(12) });

function ClusterCardsView({ own: { cnt }, chosen, title }: WidgetViewProps<z.infer<typeof Saved>>) {
  const t = useT();
  const query = useQuery({ ...summaryQuery(clusterConditions(chosen)), placeholderData: keepPreviousData });
  const total = query.data?.platformList.length ?? 0;
  return (
    <AnswerPanel
      title={title}
      note={total > cnt ? t('customMain.cardsSome', { cnt, total }) : undefined}
      query={query}
    >
      {({ platformList, serverTime }) =>
        platformList.length === 0 ? (
          <EmptyState icon="mdi-kubernetes" title={t('dashboard.noPlatform')} />
        ) : (
          <ul className={classes.cards}>
            {clustersByProblem(platformList)
              .slice(0, cnt)
              .map((cluster) => (
                <li key={cluster.hostId}>
                  <ClusterCard cluster={cluster} serverTime={serverTime} answeredMs={query.dataUpdatedAt} />
                </li>
              ))}
          </ul>
        )
      }
    </AnswerPanel>
  );
}

interface ClusterCardProps {
  readonly cluster: ClusterState;
  readonly serverTime: string;
  readonly answeredMs: number;
}

function ClusterCard({ cluster, serverTime, answeredMs }: ClusterCardProps) {
  const { t, language } = useTexts();
  const nowMs = useNow(TICK_MS);
  const texts = { t, language };
  const appearance = monResultAppearance(cluster.monResult, texts);
  const hasData = cluster.dataAt !== null;
  const age = dataAgeOf(cluster.dataAt, serverTime, nowMs - answeredMs, texts);
  const platform = [platformName(cluster.platform, texts), cluster.kubernetesVersion]
    .filter((part) => part !== null && part !== '-')
    .join(' ');
  return (
    <Link
      to="/mon/summary"
      search={{ hostId: String(cluster.hostId) }}
      className={classes.card}
      data-state={cluster.isStale && hasData ? 'stale' : cluster.monResult}
    >
      <span className={classes.cardHead}>
        <bdi className={classes.cardName} title={cluster.name}>
          {cluster.name}
        </bdi>
        <span className={classes.cardStates}>
          <StatisticsMark cluster={cluster} isLink={false} />
          <ChildMark cluster={cluster} />
          {/* A cluster without data has a text line below instead. */}
          {hasData && <Chip {...appearance} />}
        </span>
      </span>
      <span className={classes.cardLine}>
        <span className={classes.cardPlatform}>{platform || '-'}</span>
        <span className={age.state === 'stopped' ? classes.stopped : undefined} title={age.text}>
          <Icon name={dataAgeIcon(age.state)} size={13} /> {age.shortAge ?? age.text}
        </span>
      </span>
      <span className={classes.cardLine}>
        <Figure
          label={t('dashboard.cardNodes')}
          text={hasData ? formatValueOfTotal(cluster.nodeReadyCnt, cluster.nodeCnt) : DASH}
          isBad={cluster.nodeReadyCnt < cluster.nodeCnt}
        />
        <Figure
          label={t('dashboard.cardPods')}
          text={hasData ? formatValueOfTotal(cluster.podRunningCnt, cluster.podCnt) : DASH}
        />
      </span>
      {hasData && <CardUsage hostId={cluster.hostId} />}
    </Link>
  );
}

function Figure({ label, text, isBad = false }: { label: string; text: string; isBad?: boolean }) {
  return (
    <span className={classes.figure}>
      {label} <b className={isBad ? classes.bad : undefined}>{text}</b>
    </span>
  );
}

/** The use in percent of the allocatable resources. Each card requests it: the clusters' summary lacks it. */
function CardUsage({ hostId }: { hostId: number }) {
  const t = useT();
  const { data } = useQuery({
    ...apiQuery(
      getClusterSummary,
      { params: { hostId } },
      { staleMs: FRESH_MS, changesWith: ['sample', 'state'] },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <span className={classes.usages}>
      <Usage label={t('dashboard.cardCpu')} amounts={data?.cpuCores} isStale={data?.isStale} />
      <Usage label={t('dashboard.cardMemory')} amounts={data?.memBytes} isStale={data?.isStale} />
    </span>
  );
}

interface UsageProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly amounts: Record<'used' | 'allocatable', number | null> | undefined;
  readonly isStale: boolean | undefined;
}

function Usage({ label, amounts, isStale }: UsageProps) {
  const percent = amounts ? percentOf(amounts.used, amounts.allocatable) : null;
  const level = isStale ? 'staleFill' : usageLevel(percent);
  return (
    <span className={classes.usage}>
      <span>{label}</span>
      <span className={classes.bar} aria-hidden="true">
        <span className={classes[level]} style={{ width: `${Math.min(100, Math.max(0, percent ?? 0))}%` }} />
      </span>
      <b>{formatPercent(percent)}</b>
    </span>
  );
}

export const clusterCardsWidget = defineWidget({
  name: 'clusterCards',
  icon: 'mdi-kubernetes',
  size: { w: 12, h: 4 },
  minSize: { w: 2, h: 3 },
  parse: (settings) => Saved.parse(settings),
  count: { labelKey: 'customMain.cardCnt', most: MOST },
  View: ClusterCardsView,
});
