import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { Icon } from '@gwanje/ui/icon';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './cluster-checks.module.css';

/** With more clusters than this, a search field is shown. */
const MANY = 8;
/** Limits the number of rendered rows; users find other clusters with the search. */
const MAX_SHOWN = 300;

interface ClusterChecksProps {
  readonly clusters: readonly ClusterName[];
  readonly selected: ReadonlySet<number>;
  readonly onToggle: (hostId: number) => void;
  /** True: no other cluster can be selected. */
  readonly isFull?: boolean;
  /** The first checkbox, for all clusters. */
  readonly all: {
    readonly label: ReactNode;
    readonly isChecked: boolean;
    readonly isPartial: boolean;
    readonly onToggle: () => void;
  };
  readonly isFramed?: boolean;
}

/** Clusters to select, with a search field if there are many. */
export function ClusterChecks(props: ClusterChecksProps) {
  const { clusters, selected, onToggle, isFull = false, all, isFramed = false } = props;
  const t = useT();
  const [search, setSearch] = useState('');
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
      <div className={isFramed ? classes.framed : undefined}>
        <label className={`${classes.check} ${classes.all}`}>
          <input
            ref={(box) => {
              if (box) box.indeterminate = all.isPartial;
            }}
            type="checkbox"
            checked={all.isChecked}
            onChange={all.onToggle}
          />
          {all.label}
        </label>
        <div className={classes.list}>
          {found.map(({ hostId, name }) => (
            <label key={hostId} className={classes.check}>
              <input
                type="checkbox"
                checked={selected.has(hostId)}
                disabled={isFull && !selected.has(hostId)}
                onChange={() => onToggle(hostId)}
              />
              <bdi className={classes.name} title={name}>
                {name}
              </bdi>
            </label>
          ))}
          {found.length === 0 && <p className={classes.none}>{t('dashboard.noClusterFound')}</p>}
        </div>
      </div>
    </>
  );
}
