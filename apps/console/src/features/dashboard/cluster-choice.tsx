import type { ClusterName } from '@gwanje/contract/clusters';
import { type DashboardConditions, selectedClusters } from '@gwanje/domain/dashboard/conditions';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Icon } from '@gwanje/ui/icon';
import { Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type Translate, useT } from '#shared/i18n/i18n.ts';
import classes from './control.module.css';

export interface ClusterChoiceProps {
  readonly clusters: readonly ClusterName[];
  readonly conditions: DashboardConditions;
  readonly onChange: (next: DashboardConditions) => void;
}

// With the first click: its fields are no part of the first load.
const ClusterChecks = lazy(async () => ({ default: (await import('./cluster-checks.tsx')).ClusterChecks }));

export function ClusterChoice({ clusters, conditions, onChange }: ClusterChoiceProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const hostIds = clusters.map(({ hostId }) => hostId);
  const summary = summaryOf(selectedClusters(conditions, hostIds), clusters, t);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.control}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes.name}>{t('dashboard.clusters')}</span>{' '}
          <bdi className={classes.value}>{summary}</bdi>
          <Icon name="mdi-chevron-down" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.clusters} role="dialog" aria-label={t('dashboard.chooseClusters')}>
        <Suspense>
          <ClusterChecks clusters={clusters} conditions={conditions} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
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
