import { listEvents } from '@gwanje/contract/clusters/events';
import type { HostId } from '@gwanje/contract/definition/fields';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { alarmsQuery } from '#entities/alarms/alarm-queries.ts';
import { ObjectAlarmsPanel } from '#entities/alarms/object-alarms.tsx';
import { exactly } from '#entities/inventory/object-address.ts';
import { EventsPanel } from '#entities/object-page/panels/events-panel.tsx';

const FRESH_MS = 10_000;
const ROWS_SHOWN = 10;

interface OfNamespaceProps {
  readonly hostId: HostId;
  readonly namespace: string;
}

/** The open alarms of all objects of a namespace. */
export function NamespaceAlarms({ hostId, namespace }: OfNamespaceProps) {
  const filter = { hostId: [hostId], namespace: [namespace], confirmLevel: [1, 2, 3] as (1 | 2 | 3)[] };
  return (
    <ObjectAlarmsPanel
      query={useQuery(alarmsQuery(filter, ROWS_SHOWN))}
      isOfMany
      search={{ 'f.hostId': String(hostId), 'f.namespace': exactly(namespace), 'f.confirmLevel': '1,2,3' }}
    />
  );
}

/** The newest events of all objects of a namespace. */
export function NamespaceEvents({ hostId, namespace }: OfNamespaceProps) {
  const t = useT();
  const filter = { hostId: [hostId], objectNamespace: [namespace] };
  const query = useQuery(
    apiQuery(
      listEvents,
      { params: { pageNo: 1, pageCnt: ROWS_SHOWN }, body: { filter, orderBy: ['-lastAt'] } },
      { staleMs: FRESH_MS, changesWith: ['event'], everyIntervals: 2 },
    ),
  );
  return (
    <EventsPanel
      title={t('namespaces.events')}
      kind="namespace"
      query={query}
      rowsShown={ROWS_SHOWN}
      search={{ hostId: String(hostId), 'f.objectNamespace': exactly(namespace) }}
    />
  );
}
