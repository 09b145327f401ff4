import { deleteEventAlarm, listEventAlarms, updateEventAlarm } from '@gwanje/contract/alarms/event-alarms';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState } from '@gwanje/ui/panel';
import { useState } from 'react';
import { showFailure } from '#components/forms/show-failure.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { invalidate } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useManagedClusters } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { EventAlarmDialog } from './event-alarm-dialog.tsx';
import { type EventAlarm, eventAlarmList } from './event-alarm-list.tsx';

/** The event alarms of all clusters, or of the cluster in the address. */
export function EventAlarmPage() {
  const t = useT();
  const { search, change } = useAddress();
  const hostId = parseIdText(search.hostId);
  const scope = hostId === undefined ? {} : { filter: { hostId: [hostId] } };
  const cluster = useClusters((state) => state.clusterList.find((one) => one.hostId === hostId));
  const mayChange = useMayChange();
  const hostIds = new Set<number>(useManagedClusters().map((one) => one.hostId));
  const [opened, setOpened] = useState<{ readonly alarm: EventAlarm | null }>();

  /** Sends one request after the other. Reports the first refusal; earlier changes stay. */
  async function changeEach(rows: readonly EventAlarm[], change: (row: EventAlarm) => Promise<unknown>) {
    try {
      for (const row of rows) await change(row);
      return 'done';
    } catch (error) {
      await showFailure(error);
      return 'kept';
    } finally {
      await refresh();
    }
  }

  async function switchAll(rows: readonly EventAlarm[], isOn: boolean) {
    return changeEach(rows, async (row) => {
      const { hostId: _host, clusterName: _cluster, updatedAt: _at, windowMin, ...fields } = row;
      if (row.isOn !== isOn)
        await call(updateEventAlarm, { body: { ...fields, windowMin: windowMin ?? 1, isOn } });
    });
  }

  async function deleteAll(rows: readonly EventAlarm[]) {
    const isConfirmed = await showConfirm({
      title: t('eventAlarms.deleteTitle'),
      text:
        rows.length === 1
          ? t('eventAlarms.deleteText', { name: rows[0]?.name ?? '' })
          : t('eventAlarms.deleteTexts', { cnt: rows.length }),
      msg: t('eventAlarms.deleteGoes'),
      textConfirm: t('common.delete'),
    });
    if (!isConfirmed) return 'kept';
    return changeEach(rows, ({ eventAlarmId }) => call(deleteEventAlarm, { params: { eventAlarmId } }));
  }

  const actions: readonly BulkAction<EventAlarm>[] = [
    {
      id: 'on',
      label: t('eventAlarms.switchOn'),
      icon: 'mdi-bell-outline',
      run: (rows) => switchAll(rows, true),
    },
    {
      id: 'off',
      label: t('eventAlarms.switchOff'),
      icon: 'mdi-bell-off-outline',
      run: (rows) => switchAll(rows, false),
    },
    {
      id: 'delete',
      label: t('common.delete'),
      icon: 'mdi-delete-outline',
      isDangerous: true,
      run: deleteAll,
    },
  ];
  const ownActions = actions.map((action) => ({ ...action, run: ofOwn(hostIds, action.run) }));

  return (
    <>
      <SettingsHeader
        title={t('routes.settingMonEventAlarmList')}
        marks={
          cluster && (
            <Chip colour="grey" icon="mdi-kubernetes">
              <bdi>{cluster.name}</bdi>
            </Chip>
          )
        }
        actions={
          <>
            {hostId !== undefined && (
              <TextButton onClick={() => void change({ hostId: undefined })}>
                {t('eventAlarms.allClusters')}
              </TextButton>
            )}
            {mayChange && (
              <TextButton icon="mdi-plus" variant="filled" onClick={() => setOpened({ alarm: null })}>
                {t('eventAlarms.create')}
              </TextButton>
            )}
          </>
        }
      />
      <ObjectList
        declaration={eventAlarmList}
        scope={scope}
        bulkActions={mayChange ? ownActions : []}
        onOpen={(alarm) => setOpened({ alarm })}
        empty={
          <EmptyState
            icon="mdi-calendar-alert"
            title={t('eventAlarms.none')}
            text={t(mayChange ? 'eventAlarms.noneText' : 'eventAlarms.noneToSee')}
          />
        }
      />
      {opened && (
        <EventAlarmDialog
          alarm={opened.alarm}
          firstHostId={hostId}
          onSaved={refresh}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

type ChangeMany = BulkAction<EventAlarm>['run'];

/** Refuses the change of all rows if the user may not change one of them. */
export function ofOwn(hostIds: ReadonlySet<number>, change: ChangeMany): ChangeMany {
  return async (rows) =>
    refuseWhileReadOnly(rows.some(({ hostId }) => !hostIds.has(hostId))) ? 'kept' : change(rows);
}

async function refresh(): Promise<void> {
  await invalidate([listEventAlarms]);
}
