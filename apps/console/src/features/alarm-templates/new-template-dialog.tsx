import { copyTemplate, insertTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { Textarea } from '@mantine/core';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { invalidateTemplates, type Template } from './template-calls.ts';
import classes from './templates.module.css';

interface NewTemplateDialogProps {
  /** Null: start from the product's standard settings. */
  readonly source: Pick<Template, 'alarmTemplateId' | 'name'> | null;
  readonly onClose: () => void;
}

/** Creates a template from a name, then opens its page, where the user sets its items. */
export function NewTemplateDialog({ source, onClose }: NewTemplateDialogProps) {
  const t = useT();
  const firstName = source === null ? '' : t('alarmTemplates.copyName', { name: source.name }).slice(0, 50);
  const form = useEditForm({
    initialValues: { name: firstName, description: '' },
    isChanged: ({ name, description }) => name.trim() !== firstName || description.trim() !== '',
    validate: ({ name }) => ({ name: nameError(name) }),
    reasons: { name: NAME_REASONS, description: {} },
    save: (values) => {
      const name = values.name.trim();
      return source === null
        ? call(insertTemplate, { body: { name, description: values.description.trim() } })
        : call(copyTemplate, { params: { id: source.alarmTemplateId }, body: { name } });
    },
    onSaved: async ({ alarmTemplateId }) => {
      onClose();
      await invalidateTemplates();
      await navigateTo(`/setting/alarm-template?alarmTemplateId=${alarmTemplateId}`);
    },
  });

  return (
    <FormDialog
      title={t(source === null ? 'alarmTemplates.create' : 'alarmTemplates.copyTitle')}
      submitLabel={t(source === null ? 'common.create' : 'alarmTemplates.copy')}
      onClose={onClose}
      {...form.frame}
    >
      <NameField label={t('alarmTemplates.name')} description={t('forms.nameHint')} {...form.input('name')} />
      {source === null && (
        <Textarea
          label={t('alarmTemplates.description')}
          maxLength={500}
          rows={3}
          dir="auto"
          {...form.input('description')}
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
