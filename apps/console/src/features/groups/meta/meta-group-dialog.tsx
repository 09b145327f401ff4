import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import type { UserNo } from '@gwanje/contract/definition/fields';
import { insertMetaGroup, type MetaGroup, updateMetaGroup } from '@gwanje/contract/users/groups';
import { type Actor, may } from '@gwanje/domain/access/permissions';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { type FieldReasons, NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import classes from '../groups.module.css';
import { UserSelect } from '../user-select.tsx';

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

type MetaGroupField = 'name' | 'ownerUserNo';

interface MetaGroupDraft {
  readonly name: string;
  /** Null: the group has no owner, or the user may not see the owner. */
  readonly owner: { readonly userNo: UserNo; readonly name: string; readonly userId?: string } | null;
}

const META_GROUP_REASONS: FieldReasons<MetaGroupField> = {
  name: NAME_REASONS,
  ownerUserNo: { notAnAdmin: 'groups.ownerNotAnAdmin', notActive: 'groups.ownerNotActive' },
};

export function metaGroupDraft(group: MetaGroup | null): MetaGroupDraft {
  if (group === null) return { name: '', owner: null };
  const { name, ownerUserNo, ownerName } = group;
  return { name, owner: ownerUserNo === null ? null : { userNo: ownerUserNo, name: ownerName ?? '' } };
}

/** Only the fields that differ: a rename by a group admin must not count as setting the owner. */
export function metaGroupChange(
  group: MetaGroup,
  draft: MetaGroupDraft,
): BodyIn<typeof updateMetaGroup>[number] {
  const name = draft.name.trim();
  const ownerUserNo = draft.owner?.userNo;
  return {
    metaGroupId: group.metaGroupId,
    ...(name !== group.name && { name }),
    ...(ownerUserNo !== undefined && ownerUserNo !== group.ownerUserNo && { ownerUserNo }),
  };
}

export function isMetaGroupChanged(group: MetaGroup | null, draft: MetaGroupDraft): boolean {
  if (group === null) return draft.name.trim() !== '';
  return Object.keys(metaGroupChange(group, draft)).length > 1;
}
