import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { checkName } from '@gwanje/contract/definition/names';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { type FieldErrors, hasErrors, NAME_REASONS } from '#components/forms/field-errors.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { same } from '../model/parse-boards.ts';
import type { Settings, WidgetKind } from '../widgets/widget-kind.ts';

interface WidgetDialogProps {
  readonly kind: WidgetKind;
  readonly isNew: boolean;
  readonly title: string;
  readonly settings: Settings;
  readonly clusters: readonly ClusterName[];
  readonly onSave: (widget: { readonly title: string; readonly settings: Settings }) => void;
  readonly onClose: () => void;
}

export function WidgetDialog(props: WidgetDialogProps) {
  const { kind, isNew, clusters, onSave, onClose } = props;
  const t = useT();
  const language = useLanguage();
  const [first] = useState(() => kind.clean(props.settings));
  const [title, setTitle] = useState(props.title);
  const [settings, setSettings] = useState<Settings>(first);
  const [faults, setFaults] = useState<FieldErrors<string>>({});
  const [attempt, setAttempt] = useState(0);
  const { Fields } = kind;

  function submit(): void {
    const found = { ...kind.faults(settings), ...titleFault(title) };
    setFaults(found);
    if (hasErrors(found)) {
      setAttempt((cnt) => cnt + 1);
      return;
    }
    onClose();
    onSave({ title: title.trim().normalize('NFC'), settings: kind.clean(settings) });
  }

  return (
    <FormDialog
      title={t(isNew ? 'customMain.addOf' : 'customMain.settingsOf', { kind: t(kind.nameKey) })}
      submitLabel={t(isNew ? 'customMain.add' : 'common.save')}
      isDirty={title !== props.title || !same(settings, first)}
      isBusy={false}
      attempt={attempt}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('customMain.widgetTitle')}
        description={t('customMain.widgetTitleHint')}
        placeholder={kind.title(settings, { t, language })}
        value={title}
        error={faults.title && t(faults.title)}
        onChange={(event) => setTitle(event.currentTarget.value)}
        dir="auto"
        data-autofocus
      />
      <Fields
        settings={settings}
        clusters={clusters}
        faults={faults}
        onChange={(patch) => {
          setSettings({ ...settings, ...patch });
          setFaults({});
        }}
      />
    </FormDialog>
  );
}

/** An empty title is valid: the widget is then named after its content. */
function titleFault(title: string): FieldErrors<'title'> {
  const check = checkName(title);
  return check.ok || check.fault === 'empty' ? {} : { title: NAME_REASONS[check.fault] };
}
