import { type AlarmRow, listAlarms } from '@gwanje/contract/alarms/alarms';
import { alarmLevels, confirmLevelKey, confirmLevels, labelOf } from '@gwanje/domain/mappings/labels';
import { Chip } from '@gwanje/ui/chip';
import { LongName } from '@gwanje/ui/list/long-name';
import { EmptyState } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pageLink } from '#components/links/page-link.tsx';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { apiQuery } from '#core/api/query.ts';
import { useNow } from '#core/browser/use-now.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { alarmObjectAddress } from '#entities/alarms/alarm-address.ts';
import { AlarmAge } from '#entities/alarms/alarm-age.tsx';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { clusterAddress } from '#entities/inventory/object-address.ts';
import { clusterFilter } from './chosen-clusters.ts';
import { defineWidget, parseClusters, type WidgetViewProps } from './widget-kind.tsx';
import { AnswerPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const TICK_MS = 5_000;
const OPEN = [confirmLevels.occurred, confirmLevels.acknowledged, confirmLevels.handled];
const MOST = 50;

function AlarmFeedView({ chosen, title }: WidgetViewProps<unknown>) {
  const t = useT();
  const query = useQuery({
    // A folded alarm comes with its parent.
    ...apiQuery(
      listAlarms,
      {
        params: { pageNo: 1, pageCnt: MOST },
        body: {
          filter: { ...clusterFilter(chosen), confirmLevel: OPEN, isFolded: false },
          orderBy: ['-lastOccurredAt'],
        },
      },
      { staleMs: 2_000, changesWith: ['alarm'] },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <AnswerPanel title={title} query={query}>
      {({ list, serverTime }) =>
        list.length === 0 ? (
          <EmptyState
            icon="mdi-bell-check-outline"
            title={t('customMain.noAlarms')}
            text={t('customMain.noAlarmsText')}
          />
        ) : (
          <AlarmRows list={list} serverAheadMs={Date.parse(serverTime) - query.dataUpdatedAt} />
        )
      }
    </AnswerPanel>
  );
}

interface AlarmRowsProps {
  readonly list: readonly AlarmRow[];
  /** How far the server's clock is ahead of the browser's. */
  readonly serverAheadMs: number;
}

function AlarmRows({ list, serverAheadMs }: AlarmRowsProps) {
  const { t, language } = useTexts();
  const nowMs = useNow(TICK_MS) + serverAheadMs;
  return (
    <ol className={classes.top}>
      {list.map((alarm) => {
        const { alarmId, objectName, namespace, clusterName, childCnt, confirmLevel, lastOccurredAt } = alarm;
        const level = alarm.level === alarmLevels.warning ? 'warning' : 'critical';
        const appearance = monResultAppearance(level, { t, language });
        const location = [namespace, clusterName].filter((part) => part !== null).join(' · ');
        const state = labelOf(confirmLevelKey(confirmLevel), language);
        return (
          <li key={alarmId}>
            <a
              {...pageLink(addressOf(alarm))}
              className={classes.alarmRow}
              title={[objectName, location].join(' · ')}
            >
              <Chip {...appearance} />
              <span className={classes.topName}>
                <bdi>
                  <LongName text={objectName} />
                </bdi>
                <bdi className={classes.topLocation}>{location}</bdi>
              </span>
              <AlarmAge at={lastOccurredAt} nowMs={nowMs} />
              <span className={classes.alarmText}>
                {alarmText(alarm, language)}
                {childCnt ? ` · ${t('customMain.alarmFolded', { cnt: childCnt })}` : ''}
                {` · ${state}`}
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** The page of the alarm's object, also of a deleted object; if it has no page, that of its cluster. */
function addressOf(alarm: AlarmRow): string {
  return alarmObjectAddress(alarm) ?? clusterAddress(alarm.hostId);
}

export const alarmFeedWidget = defineWidget({
  name: 'alarmFeed',
  icon: 'mdi-bell-ring-outline',
  size: { w: 4, h: 7 },
  minSize: { w: 3, h: 3 },
  parse: parseClusters,
  View: AlarmFeedView,
});
