import { TextButton } from '@gwanje/ui/buttons';
import '#components/list/object-list-messages.ts';
import { listEvents } from '@gwanje/contract/clusters/events';
import { eventLevels } from '@gwanje/contract/objects/object-states';
import { PageHeader } from '@gwanje/ui/page-header';
import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { eventLevelAppearance } from '#components/list/columns/state-appearance.ts';
import { ToggleChips } from '#components/list/filters/toggle-chips.tsx';
import { ObjectList } from '#components/list/object-list.tsx';
import { invalidate } from '#core/api/query-client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { onStreamEvent } from '#core/stream/stream.ts';
import { ClusterPage, useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { eventList } from '#entities/inventory/event-list.tsx';

/** The list of one cluster hides the cluster column by default. */
const ofOneCluster = {
  ...eventList,
  name: 'clusterEvents',
  defaultColumns: eventList.defaultColumns.filter((id) => id !== 'clusterName'),
};

/** Without the live tail no event moves the rows. */
const still = { ...eventList, changesWith: [] };

export function AllEventsPage() {
  const t = useT();
  const { search } = useAddress();
  const isOn = search.tail !== 'off';
  return (
    <>
      <PageHeader title={t('routes.eventList')} actions={<Tail isOn={isOn} />} />
      <ObjectList declaration={isOn ? eventList : still} extra={<LevelChips />} />
    </>
  );
}

export function ClusterEventsPage() {
  const { scope } = useClusterScope();
  return (
    <ClusterPage titleKey="routes.monEventList">
      <ObjectList declaration={ofOneCluster} scope={scope} extra={<LevelChips />} />
    </ClusterPage>
  );
}

function LevelChips() {
  const t = useT();
  return (
    <ToggleChips
      label={t('events.levels')}
      filter="f.level"
      codes={eventLevels}
      appearanceOf={eventLevelAppearance}
    />
  );
}

/** Switches the live tail. Without it the list stays still, and a button loads new events. */
function Tail({ isOn }: { isOn: boolean }) {
  const t = useT();
  const { change } = useAddress();
  const [hasNew, setNew] = useState(false);
  useEffect(
    () =>
      onStreamEvent((event) => {
        if (event.type === 'inventoryChanged' && event.kinds.includes('event')) setNew(true);
      }),
    [],
  );

  function show(): void {
    setNew(false);
    readAgain();
  }

  return (
    <>
      {hasNew && !isOn && (
        <TextButton icon="mdi-arrow-up" variant="light" onClick={show}>
          {t('events.arrived')}
        </TextButton>
      )}
      <Checkbox
        size="xs"
        label={t('events.tail')}
        title={t('events.tailHint')}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setNew(false);
          if (checked) readAgain();
          void change({ tail: checked ? undefined : 'off' }, { replace: true });
        }}
      />
    </>
  );
}

function readAgain(): void {
  void invalidate([listEvents]);
}
