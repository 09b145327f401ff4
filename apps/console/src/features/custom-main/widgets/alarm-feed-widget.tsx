import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { formatAge } from '@gwanje/domain/formats/elapsed';
import { labelOf } from '@gwanje/domain/labels';
import { alarmLevels, confirmLevelKey } from '@gwanje/domain/mappings/alarm';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState } from '@gwanje/ui/states';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { useNow } from '#core/browser/use-now.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { alarmObjectAddress } from '#entities/alarms/alarm-address.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { clusterAddress } from '#entities/inventory/kind-views.ts';
import { alarmFeedQuery } from './alarm-feed-query.ts';
import { ClusterList, useChosen } from './chosen-clusters.ts';
import { ClustersFields } from './fields.tsx';
import type { ViewProps, WidgetKind } from './widget-kind.ts';
import { Answer, OfChosen, WidgetPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const Kept = z.object({ clusterList: ClusterList });
const TICK_MS = 5_000;

function AlarmFeedView({ settings, title, clusters }: ViewProps) {
  const t = useT();
  const { clusterList } = useMemo(() => Kept.parse(settings), [settings]);
  const chosen = useChosen(clusterList, clusters);
  const query = useQuery({
    ...alarmFeedQuery(chosen.isAll ? null : chosen.hostIds),
    enabled: !chosen.isGone,
    placeholderData: keepPreviousData,
  });
  return (
    <OfChosen chosen={chosen} title={title}>
      <WidgetPanel title={title} isOld={query.isError && query.data !== undefined}>
        <Answer query={query}>
          {({ list, serverTime }) =>
            list.length === 0 ? (
              <EmptyState
                icon="mdi-bell-check-outline"
                title={t('customMain.noAlarms')}
                text={t('customMain.noAlarmsText')}
              />
            ) : (
              <AlarmRows list={list} aheadMs={Date.parse(serverTime) - query.dataUpdatedAt} />
            )
          }
        </Answer>
      </WidgetPanel>
    </OfChosen>
  );
}

interface AlarmRowsProps {
  readonly list: readonly AlarmRow[];
  /** How far the server's clock is ahead of the browser's. */
  readonly aheadMs: number;
}

function AlarmRows({ list, aheadMs }: AlarmRowsProps) {
  const t = useT();
  const language = useLanguage();
  const nowMs = useNow(TICK_MS) + aheadMs;
  return (
    <ol className={classes.top}>
      {list.map((alarm) => {
        const { alarmId, objectName, namespace, clusterName, childCnt, confirmLevel, lastOccurredAt } = alarm;
        const level = alarm.level === alarmLevels.warning ? 'warning' : 'critical';
        const look = monResultAppearance(level, { t, language });
        const place = [namespace, clusterName].filter((part) => part !== null).join(' · ');
        const state = labelOf(confirmLevelKey(confirmLevel), language);
        return (
          <li key={alarmId}>
            <Link {...addressOf(alarm)} className={classes.alarmRow} title={[objectName, place].join(' · ')}>
              <Chip colour={look.colour} icon={look.icon}>
                {look.label}
              </Chip>
              <span className={classes.topName}>
                <bdi>{objectName}</bdi>
                <bdi className={classes.topPlace}>{place}</bdi>
              </span>
              <span>{lastOccurredAt && formatAge(nowMs - Date.parse(lastOccurredAt), language)}</span>
              <span className={classes.alarmText}>
                {alarmText(alarm, language)}
                {childCnt ? ` · ${t('customMain.alarmFolded', { cnt: childCnt })}` : ''}
                {` · ${state}`}
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

/** The page of the alarm's object, also if the object is deleted; else its cluster. */
function addressOf(alarm: AlarmRow) {
  const [to, query] = (alarmObjectAddress(alarm) ?? clusterAddress(alarm.hostId)).split('?');
  return { to: to ?? '', search: Object.fromEntries(new URLSearchParams(query)) };
}

export const alarmFeedWidget: WidgetKind = {
  nameKey: 'customMain.alarmFeed',
  aboutKey: 'customMain.alarmFeedAbout',
  icon: 'mdi-bell-ring-outline',
  size: { w: 4, h: 7 },
  least: { w: 3, h: 3 },
  clean: (settings) => Kept.parse(settings),
  faults: () => ({}),
  title: (_settings, { t }) => t('customMain.alarmFeed'),
  View: AlarmFeedView,
  Fields: ClustersFields,
};
