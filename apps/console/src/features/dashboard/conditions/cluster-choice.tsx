import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { selectedClusters } from '@gwanje/domain/dashboard/conditions';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Icon } from '@gwanje/ui/icon';
import { useOpener } from '#components/floating/use-opener.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import type { ClusterChoiceProps } from './cluster-checks.tsx';
import classes from './control.module.css';

async function loadChecks() {
  const [{ FloatingPanel }, { ClusterChecks }] = await Promise.all([
    import('#components/floating/floating-panel.tsx'),
    import('./cluster-checks.tsx'),
  ]);
  return { FloatingPanel, ClusterChecks };
}

export function ClusterChoice({ clusters, conditions, onChange }: ClusterChoiceProps) {
  const t = useT();
  const { button, opened } = useOpener('dialog', loadChecks);
  const hostIds = clusters.map(({ hostId }) => hostId);
  const summary = summaryOf(selectedClusters(conditions, hostIds), clusters, t);
  return (
    <>
      <button type="button" {...button} className={classes.control}>
        <span className={classes.name}>{t('dashboard.clusters')}</span>{' '}
        <bdi className={classes.value}>{summary}</bdi>
        <Icon name="mdi-chevron-down" />
      </button>
      {opened && (
        <opened.parts.FloatingPanel
          {...opened.floating}
          position="bottom-start"
          width={280}
          className={classes.clusters}
          label={t('dashboard.chooseClusters')}
        >
          <opened.parts.ClusterChecks clusters={clusters} conditions={conditions} onChange={onChange} />
        </opened.parts.FloatingPanel>
      )}
    </>
  );
}

function summaryOf(selected: readonly number[], clusters: readonly ClusterName[], t: Translate): string {
  if (selected.length === clusters.length)
    return t('dashboard.clustersAll', { cnt: formatNumber(clusters.length) });
  const first = clusters.find(({ hostId }) => hostId === selected[0])?.name;
  if (first === undefined) return t('dashboard.clustersNone');
  return selected.length === 1
    ? first
    : t('dashboard.clustersSome', { first, more: formatNumber(selected.length - 1) });
}
