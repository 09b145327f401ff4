import { insertSubGroup, type SubGroup, updateSubGroup } from '@gwanje/contract/groups';
import type { MetaGroupId } from '@gwanje/contract/ids';
import { useState } from 'react';
import { faultsOf, NAME_REASONS, nameFault, tellFailure } from '#components/forms/faults.ts';
import { FormDialog } from '#components/forms/form-dialog.tsx';
import { NameField } from '#components/forms/name-field.tsx';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { takeInOwnGroupEdit } from '#core/groups/own-group-edit.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './groups.module.css';

interface SubGroupDialogProps {
  /** Null: a new one in the meta group. */
  readonly subGroup: SubGroup | null;
  readonly metaGroup: { readonly metaGroupId: MetaGroupId; readonly metaGroupName: string };
  readonly onClose: () => void;
}

export function SubGroupDialog({ subGroup, metaGroup, onClose }: SubGroupDialogProps) {
  const t = useT();
  const [name, setName] = useState(subGroup?.name ?? '');
  const { faults, setFaults, attempt, refuse } = useFaults<'name'>({});
  const [isBusy, run] = useBusy();
  const trimmed = name.trim();
  const isDirty = trimmed !== (subGroup?.name ?? '');

  async function save(): Promise<void> {
    const found = nameFault(name);
    if (found) return refuse({ name: found });
    const { metaGroupId } = metaGroup;
    try {
      if (subGroup === null) await call(insertSubGroup, { body: { metaGroupId, name: trimmed } });
      else if (isDirty)
        await call(updateSubGroup, {
          body: [{ subGroupId: subGroup.subGroupId, metaGroupId, name: trimmed }],
        });
    } catch (error) {
      const refused = faultsOf(error, { name: NAME_REASONS });
      if (refused) return refuse(refused);
      await tellFailure(error);
      return;
    }
    onClose();
    await takeInOwnGroupEdit();
  }

  return (
    <FormDialog
      title={t(subGroup === null ? 'groups.createSub' : 'groups.renameSub')}
      submitLabel={t(subGroup === null ? 'common.create' : 'common.save')}
      isDirty={isDirty}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <NameField
        label={t('groups.name')}
        hint={t('forms.nameHint')}
        value={name}
        fault={faults.name}
        onChange={(text) => {
          setName(text);
          setFaults({});
        }}
      />
      {subGroup === null && (
        <p className={classes.note}>{t('groups.createSubIn', { name: metaGroup.metaGroupName })}</p>
      )}
    </FormDialog>
  );
}
