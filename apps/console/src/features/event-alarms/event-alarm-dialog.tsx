import { insertEventAlarms, updateEventAlarm } from '@gwanje/contract/alarms/event-alarms';
import { HostId } from '@gwanje/contract/definition/fields';
import { explainEventAlarm } from '@gwanje/domain/alarms/text/explain-event';
import { Icon } from '@gwanje/ui/icon';
import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { useManagedClusters } from '#core/groups/use-managed-meta-groups.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import {
  type EventAlarmField,
  eventAlarmDraft,
  eventAlarmErrors,
  fieldsOf,
  sentenceOf,
} from './event-alarm-form.ts';
import type { EventAlarm } from './event-alarm-list.tsx';
import classes from './event-alarms.module.css';

interface EventAlarmDialogProps {
  /** Null: a new event alarm, for one or several clusters. */
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

/** A stored alarm is read-only until 수정, and always if the user may not change the cluster's settings. */
export function EventAlarmDialog({ alarm, firstHostId, onSaved, onClose }: EventAlarmDialogProps) {
  const { t, language } = useTexts();
  const mayChange = useMayChange();
  const isManaged = useManagedClusters().some(({ hostId }) => hostId === alarm?.hostId);
  const form = useEditForm({
    initialValues: eventAlarmDraft(alarm, firstHostId),
    startsReadOnly: alarm !== null || !mayChange,
    validate: eventAlarmErrors,
    reasons: REASONS,
    save: async (draft): Promise<unknown> => {
      const fields = fieldsOf(draft);
      if (alarm !== null)
        return call(updateEventAlarm, { body: { eventAlarmId: alarm.eventAlarmId, ...fields } });
      const hostIdList = draft.hostIdList.map((id) => HostId.parse(id));
      return call(insertEventAlarms, { body: { hostIdList, ...fields } });
    },
    onSaved: async () => {
      onClose();
      await onSaved();
    },
  });
  const { values, change, isReadOnly } = form;

  const field = (name: Exclude<EventAlarmField, 'hostIdList'>, label: string, placeholder?: string) => (
    <TextInput label={label} placeholder={placeholder} dir="auto" {...form.input(name)} />
  );

  return (
    <FormDialog
      title={isReadOnly && alarm ? alarm.name : t(alarm === null ? 'eventAlarms.create' : 'eventAlarms.edit')}
      submitLabel={t(alarm === null ? 'common.create' : 'common.save')}
      width={680}
      isReadOnly={isReadOnly}
      onEdit={mayChange && isManaged ? form.editing.onBegin : undefined}
      onClose={onClose}
      {...form.frame}
    >
      <p className={classes.sentence} aria-live="polite">
        <Icon name="mdi-information-outline" />
        {explainEventAlarm(sentenceOf(values), language)}
      </p>
      <NameField label={t('eventAlarms.name')} isReadOnly={isReadOnly} {...form.input('name')} />
      {alarm === null ? (
        <ClusterChoice
          hostIds={values.hostIdList}
          error={form.errorOf('hostIdList')}
          onChange={(hostIdList) => change({ hostIdList })}
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
            value={values.eventType}
            data={[...new Set(['', 'Normal', 'Warning', values.eventType])].map((value) => ({
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
        <Switch size="xs" label={t('alarmItems.on')} {...form.flag('isOn')} />
        <Switch size="xs" label={t('eventAlarms.isNotified')} {...form.flag('isNotified')} />
      </div>
    </FormDialog>
  );
}

interface ClusterChoiceProps {
  readonly hostIds: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (hostIds: readonly number[]) => void;
}

/** Offers the clusters whose settings the user may change. */
function ClusterChoice({ hostIds, error, onChange }: ClusterChoiceProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const clusters = useManagedClusters();
  const shown = clusters.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const areAll = shown.length > 0 && shown.every(({ hostId }) => hostIds.includes(hostId));
  return (
    <div>
      <TextInput
        label={t('eventAlarms.clusters', { cnt: hostIds.length })}
        placeholder={t('eventAlarms.searchCluster')}
        leftSection={<Icon name="mdi-magnify" />}
        value={search}
        error={error}
        onChange={(event) => setSearch(event.currentTarget.value)}
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
