import { nodeConditions, podPhases } from '@gwanje/contract/clusters/states';
import { formatCount } from '@gwanje/domain/formats/count';
import { StateCell } from '@gwanje/ui/list/cells';
import {
  dimIfStale,
  nodeConditionAppearance,
  podPhaseAppearance,
  podStatusAppearance,
} from '#components/list/columns/state-appearance.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from './cluster.module.css';
import type { ClusterSummary } from './cluster-banners.tsx';

/** Nodes and pods by state, worst first; states without objects are left out. */
export function StateCounts({ cluster }: { cluster: ClusterSummary }) {
  const texts = useTexts();
  const { t } = texts;
  const nodes = nodeConditions.flatMap((state) => {
    const cnt = cluster.nodesByCondition[state] ?? 0;
    return cnt > 0 ? [{ appearance: nodeConditionAppearance(state, texts), cnt }] : [];
  });
  const pods = podPhases.flatMap((state) => {
    const cnt = cluster.podsByPhase[state] ?? 0;
    return cnt > 0 ? [{ appearance: podPhaseAppearance(state, texts), cnt }] : [];
  });
  const usual: readonly string[] = podPhases;
  const statuses = Object.entries(cluster.podsByStatus)
    .filter(([status]) => !usual.includes(status))
    .sort(([, a], [, b]) => b - a)
    .map(([status, cnt]) => ({ appearance: podStatusAppearance(status, texts), cnt }));
  const lines = [
    [t('columns.node'), nodes],
    [t('columns.phase'), pods],
    [t('columns.status'), statuses],
  ] as const;
  return (
    <dl className={classes.counts}>
      {lines.map(([label, list]) => (
        <div key={label} className={classes.line}>
          <dt>{label}</dt>
          <dd>
            {list.length === 0
              ? '-'
              : list.map(({ appearance, cnt }) => (
                  <span key={appearance.label} className={classes.count}>
                    <StateCell {...dimIfStale(appearance, cluster.isStale)} />
                    <span className={classes.number}>{formatCount(cnt)}</span>
                  </span>
                ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
