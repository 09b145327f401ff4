import '@mantine/core/styles/Combobox.css';
import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Icon } from '@gwanje/ui/icon';
import { NativeSelect, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { ClusterList, MOST_CHOSEN } from './chosen-clusters.ts';
import classes from './fields.module.css';
import type { FieldsProps, WidgetKind } from './widget-kind.ts';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, value, choices, onChange } = props;
  return (
    <NativeSelect
      label={label}
      value={value}
      data={choices.map((choice) => ({ ...choice }))}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly fault: PlainKey | undefined;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: unknown) => void;
}

/** Text that is not a number stays as typed; sending the form reports it. */
export function CountField({ label, value, fault, least, most, onChange }: CountFieldProps) {
  const t = useT();
  return (
    <TextInput
      label={label}
      description={t('customMain.countHint', { least, most })}
      value={String(value ?? '')}
      inputMode="numeric"
      error={fault && t(fault)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        onChange(/^\d{1,6}$/.test(text) ? Number(text) : text);
      }}
    />
  );
}

/** Errors of the field `cnt`. */
export function countFaults(least: number, most: number): WidgetKind['faults'] {
  return ({ cnt }) => {
    const isGood = typeof cnt === 'number' && Number.isInteger(cnt) && cnt >= least && cnt <= most;
    return isGood ? {} : { cnt: 'customMain.countFault' };
  };
}

/** From this many entries on a search field is shown. */
const MANY = 8;
const MOST_SHOWN = 200;

interface ClustersFieldProps {
  readonly clusters: readonly ClusterName[];
  readonly value: readonly number[];
  readonly onChange: (clusterList: readonly number[]) => void;
}

export function ClustersField({ clusters, value, onChange }: ClustersFieldProps) {
  const t = useT();
  const labelId = useId();
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLowerCase();
  const found = clusters.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN);
  const isFull = value.length >= MOST_CHOSEN;
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
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
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

/** For kinds whose only setting is the clusters. */
export function ClustersFields({ settings, clusters, onChange }: FieldsProps) {
  return (
    <ClustersField
      clusters={clusters}
      value={ClusterList.parse(settings.clusterList)}
      onChange={(clusterList) => onChange({ clusterList })}
    />
  );
}
