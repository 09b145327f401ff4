import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Combobox.css';
import { insertEventAlarms, updateEventAlarm } from '@gwanje/contract/event-alarms';
import { HostId } from '@gwanje/contract/ids';
import { explainEventAlarm } from '@gwanje/domain/alarms/explain-event';
import { Icon } from '@gwanje/ui/icon';
import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { hasErrors, NAME_REASONS, serverFieldErrors } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { readOnlyInput } from '#components/forms/read-only-text.tsx';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { useManagedClusters } from '#core/groups/use-managed-clusters.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { useMayChange } from '#core/session/session-store.ts';
import {
  type EventAlarmDraft,
  type EventAlarmField,
  eventAlarmDraft,
  eventAlarmFaults,
  fieldsOf,
  wordsOf,
} from './event-alarm-form.ts';
import type { EventAlarm } from './event-alarm-list.tsx';
import classes from './event-alarms.module.css';

interface EventAlarmDialogProps {
  /** Null: a new one, in one cluster or several. */
  readonly alarm: EventAlarm | null;
  readonly firstHostId: number | undefined;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

const REASONS = {
  name: NAME_REASONS,
  hostIdList: {},
  eventType: {},
  reason: {},
  objectKind: {},
  namespace: {},
  messageText: {},
  warningCnt: { noThreshold: 'eventAlarms.noCount' },
  criticalCnt: { thresholdOrder: 'eventAlarms.countOrder' },
  windowMin: {},
} as const;

/** One that is there is read-only until 수정, and stays so in a cluster whose settings one may not change. */
export function EventAlarmDialog({ alarm, firstHostId, onSaved, onClose }: EventAlarmDialogProps) {
  const t = useT();
  const language = useLanguage();
  const mayChange = useMayChange();
  const isManaged = useManagedClusters().some(({ hostId }) => hostId === alarm?.hostId);
  const [isEditing, setIsEditing] = useState(alarm === null);
  const isReadOnly = !mayChange || !isEditing;
  const [first] = useState(() => eventAlarmDraft(alarm, firstHostId));
  const [draft, setDraft] = useState<EventAlarmDraft>(first);
  const { faults, setFaults, attempt, refuse } = useFaults<EventAlarmField>({});
  const [isBusy, run] = useBusy();

  function change(patch: Partial<EventAlarmDraft>) {
    setDraft({ ...draft, ...patch });
    setFaults({});
  }

  async function save(): Promise<void> {
    const found = eventAlarmFaults(draft);
    if (hasErrors(found)) return refuse(found);
    const fields = fieldsOf(draft);
    try {
      if (alarm === null) {
        const hostIdList = draft.hostIds.map((id) => HostId.parse(id));
        await call(insertEventAlarms, { body: { hostIdList, ...fields } });
      } else await call(updateEventAlarm, { body: { eventAlarmId: alarm.eventAlarmId, ...fields } });
    } catch (error) {
      const refused = serverFieldErrors<EventAlarmField>(error, REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
      return;
    }
    onClose();
    await onSaved();
  }

  const field = (name: Exclude<EventAlarmField, 'hostIdList'>, label: string, placeholder?: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={draft[name]}
      error={faults[name] && t(faults[name])}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      dir="auto"
      {...(isReadOnly && readOnlyInput)}
    />
  );

  return (
    <FormDialog
      title={isReadOnly && alarm ? alarm.name : t(alarm === null ? 'eventAlarms.create' : 'eventAlarms.edit')}
      submitLabel={t(alarm === null ? 'common.create' : 'common.save')}
      width={680}
      isDirty={!isBusy && JSON.stringify(draft) !== JSON.stringify(first)}
      isBusy={isBusy}
      isReadOnly={isReadOnly}
      onEdit={mayChange && isManaged ? () => setIsEditing(true) : undefined}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <p className={classes.sentence} aria-live="polite">
        <Icon name="mdi-information-outline" />
        {explainEventAlarm(wordsOf(draft), language)}
      </p>
      <NameField
        label={t('eventAlarms.name')}
        value={draft.name}
        error={faults.name && t(faults.name)}
        isReadOnly={isReadOnly}
        onChange={(name) => change({ name })}
      />
      {alarm === null ? (
        <ClusterChoice
          hostIds={draft.hostIds}
          fault={faults.hostIdList && t(faults.hostIdList)}
          onChange={(hostIds) => change({ hostIds })}
        />
      ) : (
        <p className={classes.note}>{t('eventAlarms.inCluster', { name: alarm.clusterName })}</p>
      )}
      <div className={classes.three}>
        {isReadOnly ? (
          field('eventType', t('eventAlarms.eventType'), t('eventAlarms.any'))
        ) : (
          <NativeSelect
            label={t('eventAlarms.eventType')}
            value={draft.eventType}
            data={[...new Set(['', 'Normal', 'Warning', draft.eventType])].map((value) => ({
              value,
              label: value === '' ? t('eventAlarms.any') : value,
            }))}
            onChange={(event) => change({ eventType: event.currentTarget.value })}
          />
        )}
        {field('reason', t('eventAlarms.reason'), t('eventAlarms.any'))}
        {field('objectKind', t('eventAlarms.objectKind'), t('eventAlarms.any'))}
      </div>
      <div className={classes.two}>
        {field('namespace', t('eventAlarms.namespace'), t('eventAlarms.any'))}
        {field('messageText', t('eventAlarms.messageText'), t('eventAlarms.any'))}
      </div>
      <div className={classes.three}>
        {field('warningCnt', t('eventAlarms.warningCnt'), t('eventAlarms.noLevel'))}
        {field('criticalCnt', t('eventAlarms.criticalCnt'), t('eventAlarms.noLevel'))}
        {field('windowMin', t('eventAlarms.windowMin'))}
      </div>
      <div className={classes.two}>
        <Switch
          size="xs"
          label={t('alarmItems.on')}
          checked={draft.isOn}
          onChange={({ currentTarget: { checked } }) =>
            refuseWhileReadOnly(isReadOnly) || change({ isOn: checked })
          }
        />
        <Switch
          size="xs"
          label={t('eventAlarms.isNotified')}
          checked={draft.isNotified}
          onChange={({ currentTarget: { checked } }) =>
            refuseWhileReadOnly(isReadOnly) || change({ isNotified: checked })
          }
        />
      </div>
    </FormDialog>
  );
}

interface ClusterChoiceProps {
  readonly hostIds: readonly number[];
  readonly fault: string | undefined;
  readonly onChange: (hostIds: readonly number[]) => void;
}

/** Of the clusters whose settings one may change. */
function ClusterChoice({ hostIds, fault, onChange }: ClusterChoiceProps) {
  const t = useT();
  const [words, setWords] = useState('');
  const clusters = useManagedClusters();
  const shown = clusters.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const areAll = shown.length > 0 && shown.every(({ hostId }) => hostIds.includes(hostId));
  return (
    <div>
      <TextInput
        label={t('eventAlarms.clusters', { cnt: hostIds.length })}
        placeholder={t('eventAlarms.searchCluster')}
        leftSection={<Icon name="mdi-magnify" />}
        value={words}
        error={fault}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ul className={classes.clusters}>
        <li>
          <Checkbox
            size="xs"
            label={t('lists.selectAll')}
            checked={areAll}
            indeterminate={!areAll && shown.some(({ hostId }) => hostIds.includes(hostId))}
            onChange={() => {
              const ids: readonly number[] = shown.map(({ hostId }) => hostId);
              onChange(
                areAll ? hostIds.filter((id) => !ids.includes(id)) : [...new Set([...hostIds, ...ids])],
              );
            }}
          />
        </li>
        {shown.map(({ hostId, name }) => (
          <li key={hostId}>
            <Checkbox
              size="xs"
              label={<bdi>{name}</bdi>}
              checked={hostIds.includes(hostId)}
              onChange={() =>
                onChange(
                  hostIds.includes(hostId) ? hostIds.filter((id) => id !== hostId) : [...hostIds, hostId],
                )
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
