import type { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { formatAge, formatTimestamp } from '@gwanje/domain/formats/time';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageNoticeContext, StaleNoticeShownContext } from '#components/notice/page-notice.tsx';
import type { Change } from '#core/api/query.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { DoctorLink } from '#entities/clusters/doctor-link.tsx';
import { clusterSummaryQuery, hasMissingRights } from '#entities/clusters/unread-kinds.ts';
import { infoQuery, nodeRecordQuery } from '#entities/inventory/info-queries.ts';
import { LifeBanners } from '#entities/object-page/object-frame.tsx';
import { Banner } from '#entities/object-page/panels/banner.tsx';
import { missingTexts } from '#entities/object-page/statistics-gap.ts';
import classes from './cluster.module.css';

export type ClusterSummary = ResponseOf<typeof getClusterSummary>;

const SUMMARY_CHANGES = ['node', 'pod', 'volume', 'claim', 'sample', 'state', 'alarm'] as const;

/** `changesWith`: for a component that shows only a part of the summary. */
export function clusterQuery(hostId: number, changesWith: readonly Change[] = SUMMARY_CHANGES) {
  return clusterSummaryQuery(hostId, changesWith);
}

interface UnderClusterNoticeProps {
  readonly hostId: number;
  /** The node, for a page that does not show the node's own problems. */
  readonly nodeId: number | undefined;
  /** The record, for a page about a node's record. */
  readonly nodeHistoryId: number | undefined;
  /** True if the page itself shows the age of its data, or shows a past instant. */
  readonly hidesAge: boolean;
  readonly children: ReactNode;
}

/** Shows the problems of the cluster above a list or an object page. */
export function UnderClusterNotice(props: UnderClusterNoticeProps) {
  const { hostId, nodeHistoryId, hidesAge, children } = props;
  // The notice shows the state of the cluster, none of its figures.
  const { data, isPending } = useQuery(clusterQuery(hostId, ['state', 'alarm']));
  const record = useQuery({ ...nodeRecordQuery(nodeHistoryId ?? 0), enabled: nodeHistoryId !== undefined });
  const nodeId = props.nodeId ?? record.data?.nodeId;
  const node = useQuery({ ...infoQuery('node', nodeId ?? 0), enabled: nodeId !== undefined });
  const isUnplaced = isPending || record.isLoading || node.isLoading;
  const cluster = data?.hostId === hostId ? data : undefined;
  const notice = (
    <div className={classes.notice}>
      {cluster && <ClusterBanners cluster={cluster} hidesAge={hidesAge} />}
      {node.data?.nodeId === nodeId && node.data && (
        <LifeBanners
          hostId={hostId}
          deletedAt={node.data.deletedAt}
          sameNameIds={node.data.sameNameNodeIdList}
        />
      )}
    </div>
  );
  return (
    <div className={isUnplaced ? classes.unplaced : undefined}>
      <StaleNoticeShownContext value={cluster !== undefined && showsStaleNotice(cluster, hidesAge)}>
        <PageNoticeContext value={notice}>{children}</PageNoticeContext>
      </StaleNoticeShownContext>
    </div>
  );
}

/** If the inventory has stopped, another notice is shown instead. */
function showsStaleNotice({ isStale, inventoryStoppedAt }: ClusterSummary, hidesAge: boolean): boolean {
  return isStale && inventoryStoppedAt === null && !hidesAge;
}

interface ClusterBannersProps {
  readonly cluster: ClusterSummary;
  readonly hidesAge?: boolean;
}

export function ClusterBanners({ cluster, hidesAge = false }: ClusterBannersProps) {
  const { t, language } = useTexts();
  const { dataAt, inventoryStoppedAt, missingStatistics } = cluster;
  const missing = missingStatistics && missingTexts(missingStatistics, t);
  const ageOf = (since: string) => formatAge(Date.parse(cluster.serverTime) - Date.parse(since), language);
  if (dataAt === null) {
    return (
      <Banner tone="warning" icon="mdi-access-point-off" title={t('monitoring.neverTitle')}>
        {t('monitoring.neverClusterText')}{' '}
        <DoctorLink hostId={cluster.hostId}>{t('routes.settingHostAgentInstall')}</DoctorLink>
      </Banner>
    );
  }
  return (
    <>
      {inventoryStoppedAt !== null && (
        <Banner tone="warning" icon="mdi-timer-sand" title={t('monitoring.inventoryStopped')}>
          {t('monitoring.inventoryStoppedText', { age: ageOf(inventoryStoppedAt) })}
        </Banner>
      )}
      {showsStaleNotice(cluster, hidesAge) && (
        <Banner tone="warning" icon="mdi-timer-sand" title={t('monitoring.stale')}>
          {t('monitoring.staleText', { age: ageOf(dataAt) })}
        </Banner>
      )}
      {hasMissingRights(cluster.agentList) && (
        <Banner tone="critical" icon="mdi-lock-outline" title={t('monitoring.rightsMissing')}>
          {t('monitoring.rightsMissingText')}{' '}
          <DoctorLink hostId={cluster.hostId}>{t('monitoring.checkAgents')}</DoctorLink>
        </Banner>
      )}
      {missing && (
        <Banner tone="warning" icon="mdi-chart-line-variant" title={missing.title}>
          {missing.text} <DoctorLink hostId={cluster.hostId}>{t('monitoring.checkAgents')}</DoctorLink>
        </Banner>
      )}
      {cluster.isApiReachable === false && (
        <Banner tone="critical" icon="mdi-server-network-off" title={t('monitoring.apiDown')}>
          {t('monitoring.apiDownText')}
        </Banner>
      )}
      {cluster.alarmsFailingSince !== null && (
        <Banner tone="critical" icon="mdi-bell-off-outline" title={t('monitoring.alarmsFailing')}>
          {t('monitoring.alarmsFailingText', { time: formatTimestamp(cluster.alarmsFailingSince) })}
        </Banner>
      )}
    </>
  );
}
