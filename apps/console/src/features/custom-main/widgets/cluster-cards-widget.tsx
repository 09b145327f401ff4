import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { formatValueOfTotal } from '@gwanje/domain/formats/count';
import { DASH } from '@gwanje/domain/formats/number';
import { formatPercent, percentOf } from '@gwanje/domain/formats/percent';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { EmptyState } from '@gwanje/ui/states';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { apiQuery } from '#core/api/query.ts';
import { useNow } from '#core/browser/use-now.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { ChildMark } from '#entities/dashboard/child-mark.tsx';
import { summaryQuery } from '#entities/dashboard/dashboard-queries.ts';
import {
  dataAgeIcon,
  dataAgeOf,
  platformName,
  platformRows,
} from '#entities/dashboard/model/cluster-lines.ts';
import { ClusterList, useChosen } from './chosen-clusters.ts';
import { ClustersField, CountField, countFaults } from './fields.tsx';
import { conditionsOf } from './summary-conditions.ts';
import type { FieldsProps, ViewProps, WidgetKind } from './widget-kind.ts';
import { Answer, OfChosen, WidgetPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const LEAST = 1;
const MOST = 48;
const FRESH_MS = 5_000;
const TICK_MS = 1000;
const Kept = z.object({ clusterList: ClusterList, cnt: z.int().min(LEAST).max(MOST).catch(12) });

function ClusterCardsView({ settings, title, clusters }: ViewProps) {
  const t = useT();
  const { clusterList, cnt } = useMemo(() => Kept.parse(settings), [settings]);
  const chosen = useChosen(clusterList, clusters);
  const query = useQuery({
    ...summaryQuery(conditionsOf(chosen)),
    enabled: !chosen.isGone,
    placeholderData: keepPreviousData,
  });
  const total = query.data?.platformList.length ?? 0;
  return (
    <OfChosen chosen={chosen} title={title}>
      <WidgetPanel
        title={title}
        note={total > cnt ? t('customMain.cardsSome', { cnt, total }) : undefined}
        isOld={query.isError && query.data !== undefined}
      >
        <Answer query={query}>
          {({ platformList, serverTime }) =>
            platformList.length === 0 ? (
              <EmptyState icon="mdi-kubernetes" title={t('dashboard.noPlatform')} />
            ) : (
              <ul className={classes.cards}>
                {platformRows(platformList)
                  .slice(0, cnt)
                  .map((cluster) => (
                    <li key={cluster.hostId}>
                      <ClusterCard
                        cluster={cluster}
                        serverTime={serverTime}
                        answeredMs={query.dataUpdatedAt}
                      />
                    </li>
                  ))}
              </ul>
            )
          }
        </Answer>
      </WidgetPanel>
    </OfChosen>
  );
}

interface ClusterCardProps {
  readonly cluster: ClusterState;
  readonly serverTime: string;
  readonly answeredMs: number;
}

function ClusterCard({ cluster, serverTime, answeredMs }: ClusterCardProps) {
  const t = useT();
  const language = useLanguage();
  const nowMs = useNow(TICK_MS);
  const words = { t, language };
  const look = monResultAppearance(cluster.monResult, words);
  const isHeardOf = cluster.dataAt !== null;
  const age = dataAgeOf(cluster.dataAt, serverTime, nowMs - answeredMs, words);
  const platform = [platformName(cluster.platform, words), cluster.kubernetesVersion]
    .filter((part) => part !== null && part !== '-')
    .join(' ');
  return (
    <Link
      to="/mon/summary"
      search={{ hostId: String(cluster.hostId) }}
      className={classes.card}
      data-state={cluster.isStale && isHeardOf ? 'stale' : cluster.monResult}
    >
      <span className={classes.cardHead}>
        <bdi className={classes.cardName} title={cluster.name}>
          {cluster.name}
        </bdi>
        <span className={classes.cardStates}>
          <ChildMark cluster={cluster} />
          {/* A cluster without data has a text line below instead. */}
          {isHeardOf && (
            <Chip colour={look.colour} icon={look.icon}>
              {look.label}
            </Chip>
          )}
        </span>
      </span>
      <span className={classes.cardLine}>
        <span className={classes.cardPlatform}>{platform || '-'}</span>
        <span className={age.state === 'stopped' ? classes.stopped : undefined}>
          <Icon name={dataAgeIcon(age.state)} size={13} /> {age.text}
        </span>
      </span>
      <span className={classes.cardLine}>
        <Figure
          label={t('dashboard.cardNodes')}
          text={isHeardOf ? formatValueOfTotal(cluster.nodeReadyCnt, cluster.nodeCnt) : DASH}
          isBad={cluster.nodeReadyCnt < cluster.nodeCnt}
        />
        <Figure
          label={t('dashboard.cardPods')}
          text={isHeardOf ? formatValueOfTotal(cluster.podRunningCnt, cluster.podCnt) : DASH}
        />
      </span>
      {isHeardOf && <CardUsage hostId={cluster.hostId} />}
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

/** Shares of the allocatable resources. Each shown card requests them: the clusters' summary has none. */
function CardUsage({ hostId }: { readonly hostId: number }) {
  const t = useT();
  const { data } = useQuery({
    ...apiQuery(getClusterSummary, { params: { hostId } }, { staleMs: FRESH_MS }),
    placeholderData: keepPreviousData,
  });
  return (
    <span className={classes.usages}>
      <Usage
        label={t('dashboard.cardCpu')}
        percent={data ? percentOf(data.cpuCores.used, data.cpuCores.allocatable) : null}
        isStale={data?.isStale ?? false}
      />
      <Usage
        label={t('dashboard.cardMemory')}
        percent={data ? percentOf(data.memBytes.used, data.memBytes.allocatable) : null}
        isStale={data?.isStale ?? false}
      />
    </span>
  );
}

interface UsageProps {
  readonly label: string;
  readonly percent: number | null;
  readonly isStale: boolean;
}

function Usage({ label, percent, isStale }: UsageProps) {
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

function ClusterCardsFields({ settings, clusters, faults, onChange }: FieldsProps) {
  const t = useT();
  const { clusterList } = Kept.parse(settings);
  return (
    <>
      <CountField
        label={t('customMain.cardCnt')}
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

export const clusterCardsWidget: WidgetKind = {
  nameKey: 'customMain.clusterCards',
  aboutKey: 'customMain.clusterCardsAbout',
  icon: 'mdi-kubernetes',
  size: { w: 12, h: 4 },
  least: { w: 2, h: 3 },
  clean: (settings) => Kept.parse(settings),
  faults: countFaults(LEAST, MOST),
  title: (_settings, { t }) => t('customMain.clusterCards'),
  View: ClusterCardsView,
  Fields: ClusterCardsFields,
};
