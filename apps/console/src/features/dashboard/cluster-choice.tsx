import type { ClusterName } from '@gwanje/contract/clusters';
import {
  type DashboardConditions,
  selectedClusters,
  toggleAllClusters,
  toggleCluster,
} from '@gwanje/domain/dashboard/conditions';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Icon } from '@gwanje/ui/icon';
import { Popover, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type Translate, useT } from '#shared/i18n/i18n.ts';
import classes from './control.module.css';

interface ClusterChoiceProps {
  readonly clusters: readonly ClusterName[];
  readonly conditions: DashboardConditions;
  readonly onChange: (next: DashboardConditions) => void;
}

/** A search field is worth its room from here on. */
const MANY = 8;
/** More would not be read, and each is a line in the document. */
const MOST_SHOWN = 300;

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
        <ClusterChecks clusters={clusters} conditions={conditions} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ClusterChecks({ clusters, conditions, onChange }: ClusterChoiceProps) {
  const t = useT();
  const [sought, setSought] = useState('');
  const allBox = useRef<HTMLInputElement>(null);
  const hostIds = clusters.map(({ hostId }) => hostId);
  const selected = new Set(selectedClusters(conditions, hostIds));
  const isSome = selected.size > 0 && selected.size < clusters.length;
  useEffect(() => {
    if (allBox.current) allBox.current.indeterminate = isSome;
  });

  const wanted = sought.trim().toLowerCase();
  const found = clusters.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN);
  return (
    <>
      {clusters.length > MANY && (
        <TextInput
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
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
      <div className={classes.clusterList}>
        {found.map(({ hostId, name }) => (
          <label key={hostId} className={classes.check}>
            <input
              type="checkbox"
              checked={selected.has(hostId)}
              onChange={() => onChange(toggleCluster(conditions, hostId, hostIds))}
            />
            <bdi className={classes.checkName} title={name}>
              {name}
            </bdi>
          </label>
        ))}
        {found.length === 0 && <p className={classes.none}>{t('dashboard.noClusterFound')}</p>}
      </div>
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
