import { updateTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { NAME_REASONS, nameError, serverFieldErrors } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { ReadOnlyText } from '#components/forms/read-only-text.tsx';
import { isEditConflict, showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { confirmDiscard, useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { showEditConflict } from '#entities/alarm-items/edit-conflict.ts';
import { ItemsEditor } from '#entities/alarm-items/items-editor.tsx';
import { useItemsForm } from '#entities/alarm-items/use-items-form.ts';
import { takeSuggestions } from './backtest/suggested-settings.ts';
import { entriesOf, invalidateTemplates, type Template, templateQuery } from './template-calls.ts';
import classes from './templates.module.css';

/** Name, description and items are one form: read-only until 수정, saved together. */
export function TemplateForm({ template }: { readonly template: Template }) {
  const t = useT();
  const ids = { name: useId(), description: useId() };
  const { alarmTemplateId } = template;
  // Settings suggested by a backtest are taken as unsaved changes.
  const [suggested] = useState(() => takeSuggestions(alarmTemplateId));
  const [isEditing, setIsEditing] = useState(suggested !== null);
  const [base, setBase] = useState(template);
  const [name, setName] = useState(template.name);
  const [description, setDescription] = useState(template.description);
  const { faults, setFaults, attempt, refuse } = useFaults<'name'>({});
  const [isBusy, run] = useBusy();
  const form = useItemsForm(entriesOf(template), isEditing, 'template', 'cluster', suggested ?? undefined);
  const info = {
    ...(name.trim() !== base.name && { name: name.trim() }),
    ...(description.trim() !== base.description && { description: description.trim() }),
  };
  const isDirty = isEditing && (form.changed.length > 0 || Object.keys(info).length > 0);
  useUnsavedGuard(isDirty);

  function begin() {
    form.begin(entriesOf(template));
    setBase(template);
    setName(template.name);
    setDescription(template.description);
    setFaults({});
    setIsEditing(true);
  }

  async function cancel(): Promise<void> {
    if (!isDirty || (await confirmDiscard())) setIsEditing(false);
  }

  async function save(): Promise<void> {
    const found = nameError(name);
    if (found) return refuse({ name: found });
    if (!form.check()) return refuse({});
    const settings = form.changed.length > 0 ? { settings: form.settings() } : {};
    try {
      if (isDirty)
        await call(updateTemplate, {
          body: { alarmTemplateId, ...info, ...settings, version: base.version },
        });
    } catch (error) {
      if (isEditConflict(error)) return mergeServerVersion();
      const refused = serverFieldErrors(error, { name: NAME_REASONS });
      if (refused) return refuse(refused);
      await showFailure(error);
      return;
    }
    await invalidateTemplates();
    setIsEditing(false);
  }

  /** Loads the stored template and applies the typed changes on top of it. */
  async function mergeServerVersion(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...templateQuery(alarmTemplateId), staleTime: 0 });
    form.rebase(entriesOf(now));
    if (name.trim() === base.name) setName(now.name);
    if (description.trim() === base.description) setDescription(now.description);
    setBase(now);
    await showEditConflict();
  }

  return (
    <CheckedForm className={classes.stack} attempt={attempt} onSubmit={() => isEditing && void run(save)}>
      <Panel
        title={t('alarmTemplates.identity')}
        note={t('alarmTemplates.identityNote', {
          owner: template.ownerName ?? t('alarmTemplates.noOwner'),
          at: formatTimestamp(template.updatedAt),
        })}
        actions={
          template.isChangeable && (
            <EditActions isEditing={isEditing} isBusy={isBusy} onBegin={begin} onCancel={cancel} />
          )
        }
      >
        <FormRows>
          <FormRow
            label={t('alarmTemplates.name')}
            inputId={ids.name}
            required
            isReadOnly={!isEditing}
            readOnlyValue={<ReadOnlyText label={t('alarmTemplates.name')} value={template.name} />}
          >
            <NameField
              id={ids.name}
              value={name}
              error={faults.name && t(faults.name)}
              onChange={(text) => {
                setName(text);
                setFaults({});
              }}
            />
          </FormRow>
          <FormRow
            label={t('alarmTemplates.description')}
            inputId={ids.description}
            isReadOnly={!isEditing}
            readOnlyValue={
              <ReadOnlyText label={t('alarmTemplates.description')} value={template.description} />
            }
          >
            <Textarea
              id={ids.description}
              value={description}
              maxLength={500}
              rows={2}
              dir="auto"
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          </FormRow>
        </FormRows>
      </Panel>
      <div>
        <ItemsEditor form={form} ownOrigin="template" isReadOnly={!isEditing} onTarget={form.setTarget} />
      </div>
    </CheckedForm>
  );
}
