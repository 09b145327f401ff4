import { insertMaintenance } from '@gwanje/contract/alarms/silences';
import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { type Actor, isGroupAdmin } from '@gwanje/domain/access/permissions';
import { TextButton } from '@gwanje/ui/buttons';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useActor } from '#core/session/session-store.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import classes from '../actions/actions.module.css';
import { maintenanceBody, maintenanceDraft, maintenanceErrors } from './maintenance-form.ts';

const REASONS = {
  of: {},
  fromAt: {},
  toAt: { past: 'alarms.maintenance.past', tooLong: 'alarms.maintenance.tooLong' },
  reason: {},
} as const;

interface MaintenanceDialogProps {
  readonly managed: readonly GroupNameEntry[];
  readonly onClose: () => void;
}

/** Stops notifications of a cluster or sub group during maintenance. Alarms are still raised and shown. */
function MaintenanceDialog({ managed, onClose }: MaintenanceDialogProps) {
  const t = useT();
  const targets = useTargets(managed);
  const [first] = useState(() => maintenanceDraft(Date.now()));
  const form = useEditForm({
    initialValues: first,
    validate: (draft) => maintenanceErrors(draft, Date.now()),
    reasons: REASONS,
    save: async (draft) => {
      const body = maintenanceBody(draft, first);
      return body === null ? false : call(insertMaintenance, { body });
    },
    onSaved: async () => {
      onClose();
      await refreshAlarms();
    },
  });
  const { values, change, errorOf } = form;

  return (
    <FormDialog
      title={t('alarms.maintenance.add')}
      submitLabel={t('alarms.maintenance.add')}
      width={520}
      onClose={onClose}
      {...form.frame}
    >
      <p className={classes.lead}>{t('alarms.maintenance.about')}</p>
      <Select
        label={t('alarms.maintenance.target')}
        placeholder={t('alarms.maintenance.targetHint')}
        data={targets}
        value={values.target}
        error={errorOf('of')}
        onChange={(target) => change({ target })}
        nothingFoundMessage={t('alarms.maintenance.noSuchTarget')}
        maxDropdownHeight={280}
        openOnFocus={false}
        allowDeselect={false}
        searchable
        required
        data-autofocus
      />
      <div className={classes.span}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            label={t(`alarms.maintenance.${end}`)}
            value={values[end]}
            error={errorOf(`${end}At`)}
            onChange={({ currentTarget }) => change({ [end]: currentTarget.value })}
            required
          />
        ))}
      </div>
      <TextInput label={t('alarms.snoozing.reason')} dir="auto" {...form.input('reason')} />
    </FormDialog>
  );
}

/** Only targets in the selected groups, because the strip shows only their maintenance. */
function useTargets(managed: readonly GroupNameEntry[]) {
  const t = useT();
  const clusters = useClusters((state) => state.clusterList);
  const selected = useGroups((state) => state.selectedSubGroupIds);
  const subGroups = managed.flatMap(({ metaGroupName, subGroupNameList }) =>
    subGroupNameList
      .filter(({ subGroupId }) => selected.includes(subGroupId))
      .map(({ subGroupId, subGroupName }) => ({ subGroupId, label: `${metaGroupName} / ${subGroupName}` })),
  );
  const groupLabels = new Map(subGroups.map(({ subGroupId, label }) => [subGroupId, label]));
  return [
    {
      group: t('alarms.maintenance.cluster'),
      items: clusters.flatMap(({ hostId, name, subGroupId }) => {
        const group = groupLabels.get(subGroupId);
        return group === undefined ? [] : [{ value: `cluster:${hostId}`, label: `${name} (${group})` }];
      }),
    },
    {
      group: t('alarms.maintenance.subGroup'),
      items: subGroups.map(({ subGroupId, label }) => ({ value: `subGroup:${subGroupId}`, label })),
    },
  ];
}

/** Shown only to users who manage a group. */
export function AddMaintenance() {
  const user = useActor();
  return user && isGroupAdmin(user) ? <AddButton actor={user} /> : null;
}

function AddButton({ actor }: { actor: Actor }) {
  const t = useT();
  const managed = useManagedMetaGroups(actor);
  const [isOpen, setOpen] = useState(false);
  if (managed.length === 0) return null;
  return (
    <>
      <TextButton icon="mdi-wrench-clock" onClick={() => setOpen(true)}>
        {t('alarms.maintenance.add')}
      </TextButton>
      {isOpen && <MaintenanceDialog managed={managed} onClose={() => setOpen(false)} />}
    </>
  );
}
