import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { listEvents } from '@gwanje/contract/clusters/events';
import type { HostId } from '@gwanje/contract/definition/fields';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { ObjectAlarmsPanel } from '#entities/alarms/object-alarms.tsx';
import { eventList } from '#entities/inventory/event-list.tsx';
import { exactly } from '#entities/inventory/object-address.ts';
import { CompactList } from '#entities/object-page/object-tables.tsx';
import panels from '#entities/object-page/panels/panels.module.css';

const FRESH_MS = 10_000;
const ROWS_SHOWN = 10;
const EVENT_COLUMNS = ['lastAt', 'level', 'reason', 'objectName', 'message', 'count'];

interface OfNamespaceProps {
  readonly hostId: HostId;
  readonly namespace: string;
}

/** The open alarms of all objects of a namespace. */
export function NamespaceAlarms({ hostId, namespace }: OfNamespaceProps) {
  const filter = { hostId: [hostId], namespace: [namespace], confirmLevel: [1, 2, 3] as (1 | 2 | 3)[] };
  const query = useQuery(
    apiQuery(
      listAlarms,
      { params: { pageNo: 1, pageCnt: ROWS_SHOWN }, body: { filter, orderBy: ['-lastOccurredAt'] } },
      { staleMs: FRESH_MS, changesWith: ['alarm'] },
    ),
  );
  return (
    <ObjectAlarmsPanel
      query={query}
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
    <Panel
      title={t('namespaces.events')}
      actions={
        <Link
          to="/mon/event-list"
          search={{ hostId: String(hostId), 'f.objectNamespace': exactly(namespace) }}
          className={panels.cellLink}
          activeProps={{}}
        >
          {t('namespaces.allEvents')}
        </Link>
      }
    >
      <CompactList
        list={eventList}
        kind="namespace"
        columns={EVENT_COLUMNS}
        rows={query.data?.list}
        query={query}
        expectedCnt={ROWS_SHOWN}
      />
    </Panel>
  );
}
