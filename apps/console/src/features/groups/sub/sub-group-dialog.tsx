import type { MetaGroupId } from '@gwanje/contract/definition/fields';
import {
  type GroupNameEntry,
  insertSubGroup,
  moveSubGroups,
  type SubGroup,
  updateSubGroup,
} from '@gwanje/contract/users/groups';
import { Select } from '@mantine/core';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import classes from '../groups.module.css';

interface SubGroupDialogProps {
  /** Null: a new sub group in the meta group. */
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

interface MoveDialogProps {
  readonly subGroups: readonly SubGroup[];
  /** The possible target meta groups. */
  readonly targets: readonly GroupNameEntry[];
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

export function MoveDialog({ subGroups, targets, onClose, onMoved }: MoveDialogProps) {
  const t = useT();
  const form = useEditForm({
    initialValues: { metaGroupId: null as MetaGroupId | null },
    isChanged: () => false,
    validate: ({ metaGroupId }) => ({
      metaGroupId: metaGroupId === null ? 'groups.moveTargetRequired' : undefined,
    }),
    reasons: { metaGroupId: {} },
    save: async ({ metaGroupId }) => {
      if (metaGroupId === null) return false;
      const body = { metaGroupId, subGroupIdList: subGroups.map(({ subGroupId }) => subGroupId) };
      const change = { kind: 'moveSubGroups', ...body } as const;
      if (!(await confirmAccessChange(change, 'accessPreview.confirmMoveSubs', t('groups.move'))))
        return false;
      return call(moveSubGroups, { body });
    },
    onSaved: async () => {
      onMoved();
      onClose();
      await reloadAfterGroupEdit();
    },
    failureTexts: ({ name }) => ({
      taken: typeof name === 'string' ? t('groups.moveTakenNamed', { name }) : t('groups.moveTaken'),
    }),
  });

  return (
    <FormDialog
      title={t('groups.moveTitle')}
      submitLabel={t('groups.move')}
      isBlocked={targets.length === 0}
      onClose={onClose}
      {...form.frame}
    >
      <p className={classes.note}>{t('groups.moveText', { cnt: subGroups.length })}</p>
      <ul className={classes.names}>
        {subGroups.map(({ subGroupId, name }) => (
          <li key={subGroupId}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {targets.length === 0 ? (
        <p className={classes.note} role="status">
          {t('groups.moveNoTarget')}
        </p>
      ) : (
        <Select<MetaGroupId>
          label={t('groups.moveTo')}
          placeholder={t('groups.chooseMeta')}
          data={targets.map(({ metaGroupId, metaGroupName }) => ({
            value: metaGroupId,
            label: metaGroupName,
          }))}
          {...form.input('metaGroupId')}
          nothingFoundMessage={t('groups.noMetaMatch')}
          searchable
          required
          data-autofocus
        />
      )}
    </FormDialog>
  );
}
