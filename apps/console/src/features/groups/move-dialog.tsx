import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import { type GroupNameEntry, moveSubGroups, type SubGroup } from '@gwanje/contract/groups';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { serverFieldErrors } from '#components/forms/field-errors.ts';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useT } from '#core/i18n/i18n.ts';
import { confirmSight } from '#entities/access-preview/confirm-sight.tsx';
import classes from './groups.module.css';

interface MoveDialogProps {
  readonly subGroups: readonly SubGroup[];
  /** Where they may go. */
  readonly goals: readonly GroupNameEntry[];
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

export function MoveDialog({ subGroups, goals, onClose, onMoved }: MoveDialogProps) {
  const t = useT();
  const [goalId, setGoalId] = useState<number | null>(null);
  const { faults, setFaults, attempt, refuse } = useFaults<'metaGroupId'>({});
  const [isBusy, run] = useBusy();

  async function move(): Promise<void> {
    const goal = goals.find(({ metaGroupId }) => metaGroupId === goalId);
    if (!goal) return refuse({ metaGroupId: 'groups.moveGoalRequired' });
    try {
      const subGroupIdList = subGroups.map(({ subGroupId }) => subGroupId);
      const body = { metaGroupId: goal.metaGroupId, subGroupIdList };
      const change = { kind: 'moveSubGroups', ...body } as const;
      if (!(await confirmSight(change, 'accessPreview.confirmMoveSubs', t('groups.move')))) return;
      await call(moveSubGroups, { body });
    } catch (error) {
      const refused = serverFieldErrors(error, { metaGroupId: {} });
      if (refused) return refuse(refused);
      await showFailure(error, { taken: takenText(error) });
      return;
    }
    onMoved();
    onClose();
    await reloadAfterGroupEdit();
  }

  function takenText(error: unknown): string {
    const name = error instanceof ApiFailure ? error.detail.name : undefined;
    return typeof name === 'string' ? t('groups.moveTakenNamed', { name }) : t('groups.moveTaken');
  }

  return (
    <FormDialog
      title={t('groups.moveTitle')}
      submitLabel={t('groups.move')}
      isDirty={false}
      isBusy={isBusy}
      isBlocked={goals.length === 0}
      attempt={attempt}
      onSubmit={() => void run(move)}
      onClose={onClose}
    >
      <p className={classes.note}>{t('groups.moveText', { cnt: subGroups.length })}</p>
      <ul className={classes.names}>
        {subGroups.map(({ subGroupId, name }) => (
          <li key={subGroupId}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {goals.length === 0 ? (
        <p className={classes.note} role="status">
          {t('groups.moveNoGoal')}
        </p>
      ) : (
        <Select<number>
          label={t('groups.moveTo')}
          placeholder={t('groups.chooseMeta')}
          data={goals.map(({ metaGroupId, metaGroupName }) => ({
            value: Number(metaGroupId),
            label: metaGroupName,
          }))}
          value={goalId}
          onChange={(next) => {
            setGoalId(next);
            setFaults({});
          }}
          error={faults.metaGroupId && t(faults.metaGroupId)}
          nothingFoundMessage={t('groups.noMetaMatch')}
          searchable
          required
          data-autofocus
        />
      )}
    </FormDialog>
  );
}
