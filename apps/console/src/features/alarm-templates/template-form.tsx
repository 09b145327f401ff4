import { updateTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { ReadOnlyText } from '#components/forms/read-only-text.tsx';
import { isEditConflict } from '#components/forms/show-failure.ts';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { confirmDiscard } from '#components/forms/use-unsaved-guard.ts';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { ItemsEditor } from '#entities/alarm-items/items-editor.tsx';
import { showEditConflict, useItemsForm } from '#entities/alarm-items/use-items-form.ts';
import { takeSuggestions } from './backtest-panel.tsx';
import { entriesOf, invalidateTemplates, type Template, templateQuery } from './template-calls.ts';
import classes from './templates.module.css';

/** Name, description and items are one form: read-only until 수정, saved together. */
export function TemplateForm({ template }: { readonly template: Template }) {
  const t = useT();
  const { alarmTemplateId } = template;
  // Settings suggested by a backtest are taken as unsaved changes.
  const [suggested] = useState(() => takeSuggestions(alarmTemplateId));
  const [isEditing, setIsEditing] = useState(suggested !== null);
  const [base, setBase] = useState(template);
  const items = useItemsForm(entriesOf(template), isEditing, 'template', 'cluster', suggested ?? undefined);
  const form = useEditForm({
    initialValues: { name: template.name, description: template.description },
    isChanged: (values) => items.changed.length > 0 || Object.keys(changedInfo(values)).length > 0,
    isReadOnly: !isEditing,
    validate: ({ name }) => ({
      name: nameError(name),
      items: items.check() ? undefined : 'alarmItems.invalid',
    }),
    reasons: { name: NAME_REASONS, description: {}, items: {} },
    save: async (values) => {
      const settings = items.changed.length > 0 ? { settings: items.settings() } : {};
      const body = { alarmTemplateId, ...changedInfo(values), ...settings, version: base.version };
      if (form.isDirty) await call(updateTemplate, { body });
    },
    onSaved: async () => {
      await invalidateTemplates();
      setIsEditing(false);
    },
    onFailed: async (error, { name, description }) => {
      if (!isEditConflict(error)) return false;
      // Loads the stored template and applies the typed changes on top of it.
      const now = await queryClient.fetchQuery({ ...templateQuery(alarmTemplateId), staleTime: 0 });
      items.rebase(entriesOf(now));
      if (name.trim() === base.name) form.change({ name: now.name });
      if (description.trim() === base.description) form.change({ description: now.description });
      setBase(now);
      await showEditConflict();
      return true;
    },
  });

  function changedInfo(values: { readonly name: string; readonly description: string }) {
    const name = values.name.trim();
    const description = values.description.trim();
    return { ...(name !== base.name && { name }), ...(description !== base.description && { description }) };
  }

  function begin() {
    items.begin(entriesOf(template));
    setBase(template);
    form.restart({ name: template.name, description: template.description });
    setIsEditing(true);
  }

  async function cancel(): Promise<void> {
    if (!form.isDirty || (await confirmDiscard())) setIsEditing(false);
  }

  return (
    <CheckedForm className={classes.stack} attempt={form.frame.attempt} onSubmit={form.submit}>
      <Panel
        title={t('alarmTemplates.identity')}
        note={t('alarmTemplates.identityNote', {
          owner: template.ownerName ?? t('alarmTemplates.noOwner'),
          at: formatTimestamp(template.updatedAt),
        })}
        actions={
          template.isChangeable && (
            <EditActions isEditing={isEditing} isBusy={form.isSaving} onBegin={begin} onCancel={cancel} />
          )
        }
      >
        <FormRows>
          <FormRow
            label={t('alarmTemplates.name')}
            required
            {...form.row('name')}
            readOnlyValue={<ReadOnlyText label={t('alarmTemplates.name')} value={template.name} />}
          >
            <NameField {...form.input('name')} />
          </FormRow>
          <FormRow
            label={t('alarmTemplates.description')}
            {...form.row('description')}
            readOnlyValue={
              <ReadOnlyText label={t('alarmTemplates.description')} value={template.description} />
            }
          >
            <Textarea maxLength={500} rows={2} dir="auto" {...form.input('description')} />
          </FormRow>
        </FormRows>
      </Panel>
      <div>
        <ItemsEditor form={items} ownOrigin="template" isReadOnly={!isEditing} onTarget={items.setTarget} />
      </div>
    </CheckedForm>
  );
}
