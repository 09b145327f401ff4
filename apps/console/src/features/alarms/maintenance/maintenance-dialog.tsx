import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import type { GroupNameEntry } from '@gwanje/contract/groups';
import { insertMaintenance } from '@gwanje/contract/maintenance';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { hasErrors, serverFieldErrors } from '#components/forms/field-errors.ts';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import classes from '../actions/actions.module.css';
import {
  type MaintenanceDraft,
  type MaintenanceField,
  maintenanceBody,
  maintenanceDraft,
  maintenanceFaults,
} from './maintenance-form.ts';

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

/** Nobody is told of a cluster, or of a sub group's, while it is worked on; alarms are raised and shown all the same. */
export function MaintenanceDialog({ managed, onClose }: MaintenanceDialogProps) {
  const t = useT();
  const targets = useTargets(managed);
  const [first] = useState(() => maintenanceDraft(Date.now()));
  const [draft, setDraft] = useState(first);
  const { faults, setFaults, attempt, refuse } = useFaults<MaintenanceField>({});
  const [isBusy, run] = useBusy();

  function change(patch: Partial<MaintenanceDraft>) {
    setDraft({ ...draft, ...patch });
    setFaults({});
  }

  async function save(): Promise<void> {
    const found = maintenanceFaults(draft, Date.now());
    if (hasErrors(found)) return refuse(found);
    const body = maintenanceBody(draft, first);
    if (body === null) return;
    try {
      await call(insertMaintenance, { body });
    } catch (error) {
      const refused = serverFieldErrors<MaintenanceField>(error, REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
      return;
    }
    onClose();
    await refreshAlarms();
  }

  return (
    <FormDialog
      title={t('alarms.maintenance.add')}
      submitLabel={t('alarms.maintenance.add')}
      width={520}
      isDirty={!isBusy && JSON.stringify(draft) !== JSON.stringify(first)}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <p className={classes.lead}>{t('alarms.maintenance.about')}</p>
      <Select
        label={t('alarms.maintenance.target')}
        placeholder={t('alarms.maintenance.targetHint')}
        data={targets}
        value={draft.target}
        error={faults.of && t(faults.of)}
        onChange={(target) => change({ target })}
        nothingFoundMessage={t('alarms.maintenance.noSuchTarget')}
        comboboxProps={{ zIndex: 2500 }}
        maxDropdownHeight={280}
        openOnFocus={false}
        allowDeselect={false}
        searchable
        required
        data-autofocus
      />
      <div className={classes.span}>
        <TextInput
          type="datetime-local"
          label={t('alarms.maintenance.from')}
          value={draft.from}
          error={faults.fromAt && t(faults.fromAt)}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
          required
        />
        <TextInput
          type="datetime-local"
          label={t('alarms.maintenance.to')}
          value={draft.to}
          error={faults.toAt && t(faults.toAt)}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
          required
        />
      </div>
      <TextInput
        label={t('alarms.snoozing.reason')}
        dir="auto"
        value={draft.reason}
        error={faults.reason && t(faults.reason)}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
    </FormDialog>
  );
}

/** Of the selected groups alone: what is chosen here is what the strip shows afterwards. */
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
