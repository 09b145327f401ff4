import type { MetaGroupId } from '@gwanje/contract/definition/ids';
import { insertSubGroup, type SubGroup, updateSubGroup } from '@gwanje/contract/users/groups';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../groups.module.css';

interface SubGroupDialogProps {
  /** Null: a new one in the meta group. */
  readonly subGroup: SubGroup | null;
  readonly metaGroup: { readonly metaGroupId: MetaGroupId; readonly metaGroupName: string };
  readonly onClose: () => void;
}

export function SubGroupDialog({ subGroup, metaGroup, onClose }: SubGroupDialogProps) {
  const t = useT();
  const { metaGroupId } = metaGroup;
  const savedName = subGroup?.name ?? '';
  const form = useEditForm({
    initialValues: { name: savedName },
    isChanged: ({ name }) => name.trim() !== savedName,
    validate: ({ name }) => ({ name: nameError(name) }),
    reasons: { name: NAME_REASONS },
    save: async (values) => {
      const name = values.name.trim();
      if (subGroup === null) await call(insertSubGroup, { body: { metaGroupId, name } });
      else if (name !== savedName)
        await call(updateSubGroup, { body: [{ subGroupId: subGroup.subGroupId, metaGroupId, name }] });
    },
    onSaved: () => {
      onClose();
      return reloadAfterGroupEdit();
    },
  });

  return (
    <FormDialog
      title={t(subGroup === null ? 'groups.createSub' : 'groups.renameSub')}
      submitLabel={t(subGroup === null ? 'common.create' : 'common.save')}
      onClose={onClose}
      {...form.frame}
    >
      <NameField label={t('groups.name')} description={t('forms.nameHint')} {...form.input('name')} />
      {subGroup === null && (
        <p className={classes.note}>{t('groups.createSubIn', { name: metaGroup.metaGroupName })}</p>
      )}
    </FormDialog>
  );
}
