import { TextButton } from '@gwanje/ui/buttons';
import '#components/list/object-list-messages.ts';
import { listEvents } from '@gwanje/contract/clusters/events';
import { eventLevels } from '@gwanje/contract/clusters/states';
import { PageHeader } from '@gwanje/ui/page-header';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { eventLevelAppearance } from '#components/list/columns/state-appearance.ts';
import { ToggleChips } from '#components/list/filters/toggle-chips.tsx';
import { ObjectList } from '#components/list/object-list.tsx';
import { invalidate } from '#core/api/query-client.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useStreamHints } from '#core/stream/use-stream-hints.ts';
import { ClusterPage, useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { eventList } from '#entities/inventory/event-list.tsx';

/** The list of one cluster hides the cluster column by default. */
const ofOneCluster = {
  ...eventList,
  name: 'clusterEvents',
  defaultColumns: eventList.defaultColumns.filter((id) => id !== 'clusterName'),
};

export function AllEventsPage() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('routes.eventList')} actions={<Tail />} />
      <ObjectList declaration={eventList} extra={<LevelChips />} />
    </>
  );
}

/** The layout of the cluster pages reloads this list when the stream reports a change. */
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
function Tail() {
  const t = useT();
  const { search, change } = useAddress();
  const isOn = search.tail !== 'off';
  const [hasNew, setNew] = useState(false);
  useStreamHints(
    (event) => event.type === 'inventoryChanged' && event.kinds.includes('event'),
    () => (isOn ? readAgain() : setNew(true)),
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
          if (checked) show();
          void change({ tail: checked ? undefined : 'off' }, { replace: true });
        }}
      />
    </>
  );
}

function readAgain(): void {
  void invalidate([listEvents]);
}
