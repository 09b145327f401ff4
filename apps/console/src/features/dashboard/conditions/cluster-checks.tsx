import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import {
  type DashboardConditions,
  selectedClusters,
  toggleAllClusters,
  toggleCluster,
} from '@gwanje/domain/dashboard/conditions';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Icon } from '@gwanje/ui/icon';
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './cluster-checks.module.css';

/** With more clusters than this, a search field is shown. */
const MANY = 8;
/** Limits the number of rendered rows; users find other clusters with the search. */
const MAX_SHOWN = 300;

export interface ClusterChoiceProps {
  readonly clusters: readonly ClusterName[];
  readonly conditions: DashboardConditions;
  readonly onChange: (next: DashboardConditions) => void;
}

export function ClusterChecks({ clusters, conditions, onChange }: ClusterChoiceProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const allBox = useRef<HTMLInputElement>(null);
  const hostIds = clusters.map(({ hostId }) => hostId);
  const selected = new Set(selectedClusters(conditions, hostIds));
  const isSome = selected.size > 0 && selected.size < clusters.length;
  useEffect(() => {
    if (allBox.current) allBox.current.indeterminate = isSome;
  });

  const searchText = search.trim().toLowerCase();
  const found = clusters.filter(({ name }) => name.toLowerCase().includes(searchText)).slice(0, MAX_SHOWN);
  return (
    <>
      {clusters.length > MANY && (
        <TextInput
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('dashboard.findCluster')}
          aria-label={t('dashboard.findCluster')}
          leftSection={<Icon name="mdi-magnify" />}
          data-autofocus
        />
      )}
      <label className={`${classes.check} ${classes.all}`}>
        <input
          ref={allBox}
          type="checkbox"
          checked={selected.size === clusters.length}
          onChange={() => onChange(toggleAllClusters(conditions, hostIds))}
        />
        {t('dashboard.toggleAll')}
        <span className={classes.count}>
          {formatNumber(selected.size)}/{formatNumber(clusters.length)}
        </span>
      </label>
      <div className={classes.list}>
        {found.map(({ hostId, name }) => (
          <label key={hostId} className={classes.check}>
            <input
              type="checkbox"
              checked={selected.has(hostId)}
              onChange={() => onChange(toggleCluster(conditions, hostId, hostIds))}
            />
            <bdi className={classes.name} title={name}>
              {name}
            </bdi>
          </label>
        ))}
        {found.length === 0 && <p className={classes.none}>{t('dashboard.noClusterFound')}</p>}
      </div>
    </>
  );
}
