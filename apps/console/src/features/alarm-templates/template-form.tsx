import { updateTemplate } from '@gwanje/contract/alarms/alarm-templates';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { FormRows } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { Textarea } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { TextFieldRow } from '#components/forms/text-field-row.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { changedKeys, type ItemDraft, NO_CHANGES, ownSettings } from '#entities/alarm-items/item-draft.ts';
import { ItemsEditor } from '#entities/alarm-items/items-editor.tsx';
import { useItemsForm } from '#entities/alarm-items/use-items-form.ts';
import { entriesOf, invalidateTemplates, type Template, templateQuery } from './template-calls.ts';
import classes from './templates.module.css';

/** Name, description and items are one form: read-only until 수정, saved together. */
export function TemplateForm({
  template,
  takeSuggested,
}: {
  template: Template;
  /** Settings suggested by a backtest. The form adds them once, as unsaved changes. */
  takeSuggested: () => ItemDraft | null;
}) {
  const t = useT();
  const { alarmTemplateId } = template;
  const form = useEditForm({
    initialValues: valuesOf(template),
    isChanged: (values) => Object.keys(changesOf(values)).length > 0,
    startsReadOnly: true,
    validate: ({ name }) => ({
      name: nameError(name),
      draft: items.check() ? undefined : 'alarmItems.invalid',
    }),
    reasons: { name: NAME_REASONS, description: {}, draft: {} },
    save: async (values) => {
      const { version } = values.base;
      if (form.isDirty)
        await call(updateTemplate, { body: { alarmTemplateId, ...changesOf(values), version } });
    },
    conflict: {
      reload: async () =>
        valuesOf(await queryClient.fetchQuery({ ...templateQuery(alarmTemplateId), staleTime: 0 })),
      overwrite: (mine, { base: { itemList, version } }) => ({
        ...mine,
        base: { ...mine.base, itemList, version },
      }),
    },
    onSaved: invalidateTemplates,
  });
  const isEditing = !form.isReadOnly;
  const { base, draft } = form.values;
  const items = useItemsForm({
    entries: entriesOf(isEditing ? base : template),
    draft: isEditing ? draft : NO_CHANGES,
    ownOrigin: 'template',
    firstTarget: 'cluster',
    onChange: (changed) => form.change({ draft: changed }),
  });

  const beginWithSuggested = useEffectEvent(() => {
    const suggested = takeSuggested();
    if (!suggested) return;
    form.editing.onBegin();
    form.change({ draft: suggested });
  });
  useEffect(() => beginWithSuggested(), []);

  return (
    <CheckedForm className={classes.stack} attempt={form.frame.attempt} onSubmit={form.submit}>
      <Panel
        title={t('alarmTemplates.identity')}
        note={t('alarmTemplates.identityNote', {
          owner: template.ownerName ?? t('alarmTemplates.noOwner'),
          at: formatTimestamp(template.updatedAt),
        })}
        actions={template.isChangeable && <EditActions {...form.editing} />}
      >
        <FormRows>
          <TextFieldRow label={t('alarmTemplates.name')} saved={template.name} {...form.row('name')} required>
            <NameField {...form.input('name')} />
          </TextFieldRow>
          <TextFieldRow
            label={t('alarmTemplates.description')}
            saved={template.description}
            {...form.row('description')}
          >
            <Textarea maxLength={500} rows={2} dir="auto" {...form.input('description')} />
          </TextFieldRow>
        </FormRows>
      </Panel>
      <div>
        <ItemsEditor form={items} isReadOnly={!isEditing} onTarget={items.setTarget} />
      </div>
    </CheckedForm>
  );
}

type TemplateValues = Readonly<ReturnType<typeof valuesOf>>;

function valuesOf(base: Template) {
  return { base, name: base.name, description: base.description, draft: NO_CHANGES };
}

/** Only the fields that the user changed, so that an overwrite keeps another user's changes to other fields. */
function changesOf({ base, draft, ...values }: TemplateValues) {
  const name = values.name.trim();
  const description = values.description.trim();
  const entries = entriesOf(base);
  return {
    ...(name !== base.name && { name }),
    ...(description !== base.description && { description }),
    ...(changedKeys(entries, draft, 'template').length > 0 && {
      settings: ownSettings(entries, draft, 'template'),
    }),
  };
}
