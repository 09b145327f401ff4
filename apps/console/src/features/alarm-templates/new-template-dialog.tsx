import { copyTemplate, insertTemplate } from '@gwanje/contract/alarm-templates';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { faultsOf, NAME_REASONS, nameFault, tellFailure } from '#components/forms/faults.ts';
import { FormDialog } from '#components/forms/form-dialog.tsx';
import { NameField } from '#components/forms/name-field.tsx';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { invalidateTemplates, type Template } from './template-calls.ts';
import classes from './templates.module.css';

interface NewTemplateDialogProps {
  /** Null: from what the product ships with. */
  readonly source: Pick<Template, 'alarmTemplateId' | 'name'> | null;
  readonly onClose: () => void;
}

/** A template comes to be under a name; its items are set on its own page, which opens then. */
export function NewTemplateDialog({ source, onClose }: NewTemplateDialogProps) {
  const t = useT();
  const firstName = source === null ? '' : t('alarmTemplates.copyName', { name: source.name }).slice(0, 50);
  const [name, setName] = useState(firstName);
  const [description, setDescription] = useState('');
  const { faults, setFaults, attempt, refuse } = useFaults<'name'>({});
  const [isBusy, run] = useBusy();
  const [isDone, setIsDone] = useState(false);

  async function save(): Promise<void> {
    const found = nameFault(name);
    if (found) return refuse({ name: found });
    let id: number;
    try {
      const made =
        source === null
          ? await call(insertTemplate, { body: { name: name.trim(), description: description.trim() } })
          : await call(copyTemplate, { params: { id: source.alarmTemplateId }, body: { name: name.trim() } });
      id = made.alarmTemplateId;
    } catch (error) {
      const refused = faultsOf(error, { name: NAME_REASONS });
      if (refused) return refuse(refused);
      await tellFailure(error);
      return;
    }
    setIsDone(true);
    onClose();
    await invalidateTemplates();
    await navigateTo(`/setting/alarm-template?alarmTemplateId=${id}`);
  }

  return (
    <FormDialog
      title={t(source === null ? 'alarmTemplates.create' : 'alarmTemplates.copyTitle')}
      submitLabel={t(source === null ? 'common.create' : 'alarmTemplates.copy')}
      isDirty={!isDone && (name.trim() !== firstName || description.trim() !== '')}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <NameField
        label={t('alarmTemplates.name')}
        hint={t('forms.nameHint')}
        value={name}
        fault={faults.name}
        onChange={(text) => {
          setName(text);
          setFaults({});
        }}
      />
      {source === null && (
        <Textarea
          label={t('alarmTemplates.description')}
          value={description}
          maxLength={500}
          rows={3}
          dir="auto"
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      )}
      <p className={classes.note}>
        {source === null
          ? t('alarmTemplates.createNote')
          : t('alarmTemplates.copyNote', { name: source.name })}
      </p>
    </FormDialog>
  );
}
