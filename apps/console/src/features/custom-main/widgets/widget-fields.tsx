import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Icon } from '@gwanje/ui/icon';
import { NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import type { Settings } from '../model/boards.ts';
import { ClusterList, MAX_SELECTED } from './chosen-clusters.ts';
import classes from './widget-fields.module.css';
import type { WidgetKind } from './widget-kind.tsx';

interface WidgetFieldsProps {
  readonly kind: WidgetKind;
  readonly settings: Settings;
  readonly clusters: readonly ClusterName[];
  readonly cntError: string | undefined;
  readonly onChange: (patch: Settings) => void;
}

/** The fields of the settings dialog, as the kind declares them. */
export function WidgetFields({ kind, settings, clusters, cntError, onChange }: WidgetFieldsProps) {
  const { t, language } = useTexts();
  const own = kind.clean(settings);
  const { count, flag } = kind;
  return (
    <>
      {kind.choices(settings, { t, language }).map(({ name, labelKey, choices, resets }) => (
        <NativeSelect
          key={name}
          label={t(labelKey)}
          value={String(own[name])}
          data={[...choices]}
          onChange={(event) => onChange({ ...resets, [name]: event.currentTarget.value })}
        />
      ))}
      {count && (
        <TextInput
          label={t(count.labelKey)}
          description={t('customMain.countHint', { least: 1, most: count.most })}
          value={String(settings.cnt ?? '')}
          inputMode="numeric"
          error={cntError}
          onChange={(event) => {
            // Text that is not a number stays as typed; the form reports it on submit.
            const text = event.currentTarget.value.trim();
            onChange({ cnt: /^\d{1,6}$/.test(text) ? Number(text) : text });
          }}
        />
      )}
      {flag && (
        <label className={classes.flag}>
          <input
            type="checkbox"
            checked={own[flag.name] === true}
            onChange={(event) => onChange({ [flag.name]: event.currentTarget.checked })}
          />
          {t(flag.labelKey)}
        </label>
      )}
      <ClustersField
        clusters={clusters}
        value={ClusterList.parse(settings.clusterList)}
        onChange={(clusterList) => onChange({ clusterList })}
      />
    </>
  );
}

/** A longer list has a search field. */
const MANY = 8;
const MAX_SHOWN = 200;

interface ClustersFieldProps {
  readonly clusters: readonly ClusterName[];
  readonly value: readonly number[];
  readonly onChange: (clusterList: readonly number[]) => void;
}

function ClustersField({ clusters, value, onChange }: ClustersFieldProps) {
  const t = useT();
  const labelId = useId();
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLowerCase();
  const found = clusters.filter(({ name }) => name.toLowerCase().includes(searchText)).slice(0, MAX_SHOWN);
  const isFull = value.length >= MAX_SELECTED;
  return (
    <fieldset className={classes.clusters} aria-labelledby={labelId}>
      <div id={labelId} className={classes.label}>
        {t('dashboard.clusters')}
        <span className={classes.cnt}>
          {value.length === 0
            ? t('dashboard.clustersAll', { cnt: formatNumber(clusters.length) })
            : `${formatNumber(value.length)}/${formatNumber(clusters.length)}`}
        </span>
      </div>
      {clusters.length > MANY && (
        <TextInput
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('dashboard.findCluster')}
          aria-label={t('dashboard.findCluster')}
          leftSection={<Icon name="mdi-magnify" />}
        />
      )}
      <div className={classes.list}>
        <label className={classes.check}>
          <input type="checkbox" checked={value.length === 0} onChange={() => onChange([])} />
          {t('customMain.allClusters')}
        </label>
        {found.map(({ hostId, name }) => {
          const isChosen = value.includes(hostId);
          return (
            <label key={hostId} className={classes.check}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChange(isChosen ? value.filter((id) => id !== hostId) : [...value, hostId])}
              />
              <bdi className={classes.name} title={name}>
                {name}
              </bdi>
            </label>
          );
        })}
        {found.length === 0 && <p className={classes.none}>{t('dashboard.noClusterFound')}</p>}
      </div>
    </fieldset>
  );
}
