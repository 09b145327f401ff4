import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { checkName } from '@gwanje/contract/definition/fields';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS } from '#components/forms/field-errors.ts';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { type PlainKey, useTexts } from '#core/i18n/i18n.ts';
import { ClusterChecks } from '#entities/dashboard/cluster-checks.tsx';
import type { Settings, Widget } from '../model/boards.ts';
import { ClusterList, MAX_SELECTED } from '../widgets/chosen-clusters.ts';
import type { WidgetKind } from '../widgets/widget-kind.tsx';
import classes from './widget-dialog.module.css';

interface WidgetDialogProps {
  readonly kind: WidgetKind;
  /** Absent: a new widget. */
  readonly widget?: Widget;
  readonly clusters: readonly ClusterName[];
  readonly onSave: (input: Pick<Widget, 'title' | 'settings'>) => void;
  readonly onClose: () => void;
}

/** The title of a widget, and the settings that its kind declares. */
export function WidgetDialog({ kind, widget, clusters, onSave, onClose }: WidgetDialogProps) {
  const { t, language } = useTexts();
  const clustersId = useId();
  const form = useEditForm({
    initialValues: { title: widget?.title ?? '', settings: kind.clean(widget?.settings ?? {}) },
    validate: ({ title, settings }) => ({ ...kind.fieldErrors(settings), title: titleError(title) }),
    reasons: { title: {}, cnt: {} },
    save: async ({ title, settings }) => ({
      title: title.trim().normalize('NFC'),
      settings: kind.clean(settings),
    }),
    onSaved: (input) => {
      onClose();
      onSave(input);
    },
  });
  const { settings } = form.values;
  const change = (patch: Settings) => form.change({ settings: { ...settings, ...patch } });
  const own = kind.clean(settings);
  const { count, flag } = kind;
  const selected = new Set(ClusterList.parse(settings.clusterList));

  return (
    <FormDialog
      title={t(widget ? 'customMain.settingsOf' : 'customMain.addOf', { kind: t(`customMain.${kind.name}`) })}
      submitLabel={t(widget ? 'common.save' : 'customMain.add')}
      onClose={onClose}
      {...form.frame}
    >
      <TextInput
        label={t('customMain.widgetTitle')}
        description={t('customMain.widgetTitleHint')}
        placeholder={kind.title(settings, { t, language })}
        dir="auto"
        data-autofocus
        {...form.input('title')}
      />
      {kind.choices(settings, { t, language }).map(({ name, labelKey, choices, resets }) => (
        <NativeSelect
          key={name}
          label={t(labelKey)}
          value={String(own[name])}
          data={[...choices]}
          onChange={(event) => change({ ...resets, [name]: event.currentTarget.value })}
        />
      ))}
      {count && (
        <TextInput
          label={t(count.labelKey)}
          description={t('customMain.countHint', { least: 1, most: count.most })}
          value={String(settings.cnt ?? '')}
          inputMode="numeric"
          error={form.errorOf('cnt')}
          onChange={(event) => {
            // Text that is not a number stays as typed; the form reports it on submit.
            const text = event.currentTarget.value.trim();
            change({ cnt: /^\d{1,6}$/.test(text) ? Number(text) : text });
          }}
        />
      )}
      {flag && flag.isOffered?.(own) !== false && (
        <label className={classes.flag}>
          <input
            type="checkbox"
            checked={own[flag.name] === true}
            onChange={(event) => change({ [flag.name]: event.currentTarget.checked })}
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
            change({ clusterList: [...selected] });
          }}
          isFull={selected.size >= MAX_SELECTED}
          all={{
            label: t('customMain.allClusters'),
            isChecked: selected.size === 0,
            isPartial: false,
            onToggle: () => change({ clusterList: [] }),
          }}
          isFramed
        />
      </fieldset>
    </FormDialog>
  );
}

/** An empty title is valid: the widget is then named after its content. */
function titleError(title: string): PlainKey | undefined {
  const check = checkName(title);
  return check.ok || check.error === 'empty' ? undefined : NAME_REASONS[check.error];
}
