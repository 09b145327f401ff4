import { listEventAlarms } from '@gwanje/contract/alarms/event-alarms';
import { explainEventAlarm } from '@gwanje/domain/alarms/text/explain-event';
import { formatCountOf } from '@gwanje/domain/formats/numbers';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table } from '#components/list/table.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { onColumn } from '#entities/alarm-items/on-column.tsx';
import classes from './settings.module.css';

const SHOWN_CNT = 100;

/** The event alarms of a cluster, with a link to their list. */
export function EventAlarmsPanel({ hostId }: { hostId: number }) {
  const { t, language } = useTexts();
  const query = useQuery(
    apiQuery(
      listEventAlarms,
      { params: { pageNo: 1, pageCnt: SHOWN_CNT }, body: { filter: { hostId: [hostId] } } },
      { staleMs: 5_000 },
    ),
  );
  return (
    <div className={classes.events}>
      <Panel
        title={labelOf('alarmType.event', language)}
        note={query.data && formatCountOf('object', query.data.totalCnt, language)}
        actions={
          <Link to="/setting/mon/event-alarm-list" search={{ hostId: String(hostId) }}>
            {t('alarmSettings.toEventAlarms')}
          </Link>
        }
      >
        <Table
          label={t('alarmSettings.eventAlarms')}
          columns={{
            isOn: onColumn,
            name: {
              label: 'alarmItems.item',
              width: 240,
              cell: (name) => <InlineText text={name} isStrong />,
            },
            // The field only orders the sentence after the name.
            windowMin: {
              label: 'alarmSettings.meaning',
              cell: (_, row) => <InlineText text={explainEventAlarm(row, language)} />,
            },
          }}
          rows={query.data?.list}
          rowId={({ eventAlarmId }) => eventAlarmId}
          query={query}
          failedTitle={t('alarmSettings.eventAlarmsFailed')}
          skeletonRows={2}
          empty={
            <EmptyState
              icon="mdi-calendar-alert"
              title={t('alarmSettings.noEventAlarms')}
              text={t('alarmSettings.noEventAlarmsText')}
            />
          }
        />
      </Panel>
    </div>
  );
}
