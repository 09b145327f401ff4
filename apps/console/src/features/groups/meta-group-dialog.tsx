import { insertMetaGroup, type MetaGroup, updateMetaGroup } from '@gwanje/contract/groups';
import { type Actor, may } from '@gwanje/domain/permissions';
import { useState } from 'react';
import { faultsOf, hasFaults, tellFailure } from '#components/forms/faults.ts';
import { FormDialog } from '#components/forms/form-dialog.tsx';
import { NameField } from '#components/forms/name-field.tsx';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { takeInOwnGroupEdit } from '#core/groups/own-group-edit.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmSight } from '#entities/access-preview/confirm-sight.tsx';
import classes from './groups.module.css';
import {
  isMetaGroupChanged,
  META_GROUP_REASONS,
  type MetaGroupDraft,
  type MetaGroupField,
  metaGroupChange,
  metaGroupDraft,
  metaGroupFaults,
} from './meta-group-form.ts';
import { UserSelect } from './user-select.tsx';

interface MetaGroupDialogProps {
  /** Null: a new one. */
  readonly group: MetaGroup | null;
  readonly actor: Actor;
  readonly onClose: () => void;
}

export function MetaGroupDialog({ group, actor, onClose }: MetaGroupDialogProps) {
  const t = useT();
  const [draft, setDraft] = useState<MetaGroupDraft>(() => metaGroupDraft(group));
  const { faults, setFaults, attempt, refuse } = useFaults<MetaGroupField>({});
  const [isBusy, run] = useBusy();
  const setsOwner = group !== null && may(actor, 'metaGroup.setOwner', group);

  function change(patch: Partial<MetaGroupDraft>) {
    setDraft({ ...draft, ...patch });
    setFaults({});
  }

  async function save(): Promise<void> {
    const found = metaGroupFaults(draft);
    if (hasFaults(found)) return refuse(found);
    try {
      if (!(await send())) return;
    } catch (error) {
      const refused = faultsOf(error, META_GROUP_REASONS);
      if (refused) return refuse(refused);
      await tellFailure(error);
      return;
    }
    onClose();
    await takeInOwnGroupEdit();
  }

  /** False: thought better of. */
  async function send(): Promise<boolean> {
    if (group === null) {
      await call(insertMetaGroup, { params: { name: draft.name.trim() } });
      return true;
    }
    if (!isMetaGroupChanged(group, draft)) return true;
    const change = metaGroupChange(group, draft);
    const { metaGroupId, ownerUserNo } = change;
    if (ownerUserNo !== undefined) {
      const owner = { kind: 'setOwner' as const, metaGroupId, ownerUserNo };
      if (!(await confirmSight(owner, 'sight.confirmOwner', t('common.save')))) return false;
    }
    await call(updateMetaGroup, { body: [change] });
    return true;
  }

  return (
    <FormDialog
      title={t(group === null ? 'groups.createMeta' : 'groups.editMeta')}
      submitLabel={t(group === null ? 'common.create' : 'common.save')}
      isDirty={isMetaGroupChanged(group, draft)}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <NameField
        label={t('groups.name')}
        hint={t('forms.nameHint')}
        value={draft.name}
        fault={faults.name}
        onChange={(name) => change({ name })}
      />
      {setsOwner && (
        <UserSelect
          label={t('groups.owner')}
          description={t('groups.ownerHint')}
          placeholder={t('groups.ownerSearch')}
          roles={[1, 3]}
          value={draft.owner}
          error={faults.ownerUserNo && t(faults.ownerUserNo)}
          onPick={({ userNo, userId, name }) => change({ owner: { userNo, userId, name } })}
        />
      )}
      {group === null && <p className={classes.note}>{t('groups.createMetaNote')}</p>}
    </FormDialog>
  );
}
