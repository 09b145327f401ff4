import { listEventAlarms } from '@gwanje/contract/alarms/event-alarms';
import { parseIdText } from '@gwanje/domain/ids/id-text';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { apiKey } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useManagedClusters } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { type ChangeMany, deleteAsked, ofOwn, switchAll } from './change-event-alarms.ts';
import { EventAlarmDialog } from './event-alarm-dialog.tsx';
import { type EventAlarm, eventAlarmList } from './event-alarm-list.tsx';

/** The event alarms of all clusters, or of the cluster in the address. */
export function EventAlarmPage() {
  const t = useT();
  const { search, change } = useAddress();
  const hostId = parseIdText(search.hostId);
  const scope = useMemo(() => (hostId === undefined ? {} : { filter: { hostId: [hostId] } }), [hostId]);
  const cluster = useClusters((state) => state.clusterList.find((one) => one.hostId === hostId));
  const mayChange = useMayChange();
  const hostIds = new Set<number>(useManagedClusters().map((one) => one.hostId));
  const [opened, setOpened] = useState<{ readonly alarm: EventAlarm | null }>();

  const actions: readonly BulkAction<EventAlarm>[] = [
    {
      id: 'on',
      label: t('eventAlarms.switchOn'),
      icon: 'mdi-bell-outline',
      run: then(ofOwn(hostIds, switchAll(true))),
    },
    {
      id: 'off',
      label: t('eventAlarms.switchOff'),
      icon: 'mdi-bell-off-outline',
      run: then(ofOwn(hostIds, switchAll(false))),
    },
    {
      id: 'delete',
      label: t('common.delete'),
      icon: 'mdi-delete-outline',
      isDangerous: true,
      run: then(ofOwn(hostIds, deleteAsked)),
    },
  ];

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
              <Button variant="default" onClick={() => void change({ hostId: undefined })}>
                {t('eventAlarms.allClusters')}
              </Button>
            )}
            {mayChange && (
              <Button leftSection={<Icon name="mdi-plus" />} onClick={() => setOpened({ alarm: null })}>
                {t('eventAlarms.create')}
              </Button>
            )}
          </>
        }
      />
      <ObjectList
        declaration={eventAlarmList}
        scope={scope}
        bulkActions={mayChange ? actions : []}
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
          onSaved={readAgain}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function then(work: ChangeMany) {
  return async (rows: readonly EventAlarm[]) => {
    const outcome = await work(rows);
    await readAgain();
    return outcome;
  };
}

async function readAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: apiKey(listEventAlarms) });
}
