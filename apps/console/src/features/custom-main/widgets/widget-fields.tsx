import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { formatNumber } from '@gwanje/domain/formats/number';
import { NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '#core/i18n/i18n.ts';
import { ClusterChecks } from '#entities/dashboard/cluster-checks.tsx';
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
  const clustersId = useId();
  const selected = new Set(ClusterList.parse(settings.clusterList));
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
      <fieldset className={classes.clusters} aria-labelledby={clustersId}>
        <div id={clustersId} className={classes.label}>
          {t('dashboard.clusters')}
          <span className={classes.cnt}>
            {selected.size === 0
              ? t('dashboard.clustersAll', { cnt: formatNumber(clusters.length) })
              : `${formatNumber(selected.size)}/${formatNumber(clusters.length)}`}
          </span>
        </div>
        <ClusterChecks
          clusters={clusters}
          selected={selected}
          onToggle={(hostId) => {
            if (!selected.delete(hostId)) selected.add(hostId);
            onChange({ clusterList: [...selected] });
          }}
          isFull={selected.size >= MAX_SELECTED}
          all={{
            label: t('customMain.allClusters'),
            isChecked: selected.size === 0,
            isPartial: false,
            onToggle: () => onChange({ clusterList: [] }),
          }}
          isFramed
        />
      </fieldset>
    </>
  );
}
