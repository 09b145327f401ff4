import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { listPods } from '@gwanje/kinds/pod/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { rangeText } from '#components/range/range-picker.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { kindChanges } from '#core/refresh/kind-changes.ts';
import { alarmsQuery } from '#entities/alarms/alarm-queries.ts';
import { ObjectAlarmsPanel } from '#entities/alarms/object-alarms.tsx';
import type { InfoOf } from '#entities/inventory/info-queries.ts';
import { exactly } from '#entities/inventory/object-address.ts';
import { ownerOfPods, podsOfWorkload } from '#entities/inventory/workload-list.ts';
import { eventsQuery } from '#entities/object-page/charts/series-queries.ts';
import { EventsPanel } from '#entities/object-page/panels/events-panel.tsx';
import { rolloutsQuery } from './workload-queries.ts';
import { useWindow } from './workload-window.ts';

interface PanelProps {
  readonly info: InfoOf<'workload'>;
}

/** The alarms of the workload and of its pods, also of those that are deleted. */
export function WorkloadAlarms({ info }: PanelProps) {
  const { hostId, namespace, name } = info;
  const { isOwned, filter } = ownerOfPods(info);
  const own = isOwned ? { ...filter, objectName: name } : filter;
  const query = useQuery({ ...alarmsQuery(own), placeholderData: keepPreviousData });
  return (
    <ObjectAlarmsPanel
      query={query}
      isOfMany
      select={withoutListedParent}
      search={{
        'f.hostId': String(hostId),
        'f.namespace': exactly(namespace),
        ...(isOwned ? { 'f.objectName': name } : { 'f.ownerName': exactly(name) }),
        'f.confirmLevel': '1,2,3,0,4',
        folded: '1',
      }}
    />
  );
}

/** The alarm that explains others says how many they are. Those under an alarm of a node stay. */
function withoutListedParent(list: readonly AlarmRow[]): readonly AlarmRow[] {
  const ids = new Set<number | null>(list.map(({ alarmId }) => alarmId));
  return list.filter(({ parentAlarmId }) => !ids.has(parentAlarmId));
}

const MAX_PODS = 300;
const EVENTS_SHOWN = 10;
const FRESH_MS = 10_000;

/** The events about the workload, its revisions and its pods, also about deleted ones, in the range of the page. */
export function WorkloadEvents({ info }: PanelProps) {
  const t = useT();
  const { hostId, namespace, name, workloadId } = info;
  const { window, control } = useWindow(info);
  const pods = useQuery(
    apiQuery(
      listPods,
      {
        params: { pageNo: 1, pageCnt: MAX_PODS },
        body: { filter: podsOfWorkload(info), orderBy: ['-createdAt'], includeDeleted: true },
      },
      { staleMs: FRESH_MS, changesWith: kindChanges('pod'), everyIntervals: 2 },
    ),
  );
  const rollouts = useQuery(rolloutsQuery(workloadId));
  const revisions = rollouts.data?.list.flatMap(({ revisionName }) => revisionName ?? []) ?? [];
  const names = [name, ...revisions, ...(pods.data?.list.map((pod) => pod.name) ?? [])];
  const filter = { hostId: [hostId], objectNamespace: [namespace], objectName: [...new Set(names)] };
  const query = useQuery({
    ...eventsQuery(filter, window, EVENTS_SHOWN),
    enabled: !pods.isPending && !rollouts.isPending,
    placeholderData: keepPreviousData,
  });
  return (
    <EventsPanel
      title={t('workloads.events')}
      note={rangeText(control.choice, t)}
      kind="workload"
      query={query}
      rowsShown={EVENTS_SHOWN}
      search={{
        hostId: String(hostId),
        'f.objectNamespace': exactly(namespace),
        'f.objectName': name,
      }}
    />
  );
}
