import type { listEvents } from '@gwanje/contract/clusters/events';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { KindKey } from '@gwanje/kinds/registry';
import { Panel } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';
import { eventList } from '#entities/inventory/event-list.tsx';
import { CompactList } from '../object-tables.tsx';
import panels from './panels.module.css';

const COLUMNS = ['lastAt', 'level', 'reason', 'objectName', 'message', 'count'];

interface EventsPanelProps {
  readonly title: string;
  readonly note?: string;
  /** The kind of the object that the events are about or inside of. */
  readonly kind: KindKey;
  readonly query: UseQueryResult<ResponseOf<typeof listEvents>>;
  readonly rowsShown: number;
  /** The query of the page that lists all of these events. */
  readonly search: Readonly<Record<string, string>>;
}

/** The newest events of many objects, with a link to all. */
export function EventsPanel({ title, note, kind, query, rowsShown, search }: EventsPanelProps) {
  const t = useT();
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <Link to="/mon/event-list" search={search} className={panels.cellLink} activeProps={{}}>
          {t('monitoring.allEvents')}
        </Link>
      }
    >
      <CompactList
        list={eventList}
        kind={kind}
        columns={COLUMNS}
        rows={query.data?.list}
        query={query}
        expectedCnt={rowsShown}
      />
    </Panel>
  );
}
