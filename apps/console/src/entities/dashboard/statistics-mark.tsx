import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import { DoctorLink } from '#entities/clusters/doctor-link.tsx';
import classes from './child-mark.module.css';

interface StatisticsMarkProps {
  readonly cluster: Pick<ClusterState, 'hostId' | 'missingStatistics'>;
  /** False inside another link. */
  readonly isLink?: boolean;
}

/** The nodes of a cluster without statistics, as a mark that leads to the check of its agents. */
export function StatisticsMark({ cluster, isLink = true }: StatisticsMarkProps) {
  const t = useT();
  const missing = cluster.missingStatistics;
  if (!missing) return null;
  const title = t('dashboard.statisticsMissingSince', {
    cnt: missing.nodeCnt,
    total: missing.awaitedNodeCnt,
    time: formatTimestamp(missing.since),
  });
  // Names of clusters need the width, so the icon says what is missing.
  const content = (
    <>
      <Icon name="mdi-chart-line-variant" size={15} label={t('dashboard.statisticsMissing')} />{' '}
      {`${missing.nodeCnt}/${missing.awaitedNodeCnt}`}
    </>
  );
  const className = `${classes.mark} ${classes.statistics}`;
  const plain = (
    <span className={className} title={title}>
      {content}
    </span>
  );
  if (!isLink) return plain;
  return (
    <DoctorLink hostId={cluster.hostId} className={className} title={title} otherwise={plain}>
      {content}
    </DoctorLink>
  );
}
