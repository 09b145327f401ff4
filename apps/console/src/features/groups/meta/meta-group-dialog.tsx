import { insertMetaGroup, type MetaGroup, updateMetaGroup } from '@gwanje/contract/users/groups';
import { type Actor, may } from '@gwanje/domain/permissions';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import classes from '../groups.module.css';
import { UserSelect } from '../user-select.tsx';
import {
  isMetaGroupChanged,
  META_GROUP_REASONS,
  type MetaGroupDraft,
  metaGroupChange,
  metaGroupDraft,
} from './meta-group-form.ts';

interface MetaGroupDialogProps {
  /** Null: a new group. */
  readonly group: MetaGroup | null;
  readonly actor: Actor;
  readonly onClose: () => void;
}

export function MetaGroupDialog({ group, actor, onClose }: MetaGroupDialogProps) {
  const t = useT();
  const setsOwner = group !== null && may(actor, 'metaGroup.setOwner', group);
  const form = useEditForm({
    initialValues: metaGroupDraft(group),
    isChanged: (draft) => isMetaGroupChanged(group, draft),
    validate: ({ name }) => ({ name: nameError(name) }),
    reasons: META_GROUP_REASONS,
    save: saveDraft,
    onSaved: () => {
      onClose();
      return reloadAfterGroupEdit();
    },
  });

  async function saveDraft(draft: MetaGroupDraft): Promise<boolean> {
    if (group === null) {
      await call(insertMetaGroup, { params: { name: draft.name.trim() } });
      return true;
    }
    if (!isMetaGroupChanged(group, draft)) return true;
    const change = metaGroupChange(group, draft);
    const { metaGroupId, ownerUserNo } = change;
    if (ownerUserNo !== undefined) {
      const owner = { kind: 'setOwner' as const, metaGroupId, ownerUserNo };
      if (!(await confirmAccessChange(owner, 'accessPreview.confirmOwner', t('common.save')))) return false;
    }
    await call(updateMetaGroup, { body: [change] });
    return true;
  }

  return (
    <FormDialog
      title={t(group === null ? 'groups.createMeta' : 'groups.editMeta')}
      submitLabel={t(group === null ? 'common.create' : 'common.save')}
      onClose={onClose}
      {...form.frame}
    >
      <NameField label={t('groups.name')} description={t('forms.nameHint')} {...form.input('name')} />
      {setsOwner && (
        <UserSelect
          label={t('groups.owner')}
          description={t('groups.ownerHint')}
          placeholder={t('groups.ownerSearch')}
          roles={[1, 3]}
          value={form.values.owner}
          error={form.errorOf('ownerUserNo')}
          onPick={({ userNo, userId, name }) => form.change({ owner: { userNo, userId, name } })}
        />
      )}
      {group === null && <p className={classes.note}>{t('groups.createMetaNote')}</p>}
    </FormDialog>
  );
}
