import type { AlarmRow, listAlarms } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { isOpen } from '@gwanje/domain/alarms/lifecycle';
import type { Language } from '@gwanje/domain/i18n/language';
import { alarmLevels, alarmTypes } from '@gwanje/domain/mappings/labels';
import type { ChartMark } from '@gwanje/ui/chart/model/chart-data';
import { Chip } from '@gwanje/ui/chip';
import { LongName } from '@gwanje/ui/list/long-name';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Loaded } from '#components/loading/load-failed.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { AlarmAge } from './alarm-age.tsx';
import { alarmLevelAppearance, confirmLevelAppearance } from './alarm-appearance.ts';
import { objectAlarmsQuery } from './alarm-queries.ts';
import { alarmText } from './alarm-text.ts';
import { MutedMarks } from './muted-marks.tsx';
import classes from './object-alarms.module.css';
import './alarm-messages.ts';

/** Open and recent alarms of an object or a cluster, also as chart marks. */
export function useObjectAlarms(hostId: number, objectId: number | null) {
  const language = useLanguage();
  const query = useQuery({ ...objectAlarmsQuery(hostId, objectId), placeholderData: keepPreviousData });
  const { data } = query;
  const marks = useMemo(
    () => (data ? alarmMarks(data.list, Date.parse(data.serverTime), language) : []),
    [data, language],
  );
  return { query, marks };
}

interface ObjectAlarmsPanelProps {
  readonly query: UseQueryResult<ResponseOf<typeof listAlarms>>;
  /** True: the rows belong to several objects, so each row names its object. */
  readonly isOfMany?: boolean;
  /** The rows to show. Default: all. */
  readonly select?: (list: readonly AlarmRow[]) => readonly AlarmRow[];
  /** The query of the page that lists all of these alarms. */
  readonly search: Readonly<Record<string, string>>;
}

export function ObjectAlarmsPanel(props: ObjectAlarmsPanelProps) {
  const { query, isOfMany = false, select = (list) => list, search } = props;
  const t = useT();
  const { data } = query;
  const shown = select(data?.list ?? []);
  const openCnt = shown.filter(({ confirmLevel }) => isOpen(confirmLevel)).length;
  return (
    <Panel
      title={t('alarms.ofObject')}
      note={shown.length > 0 ? t('alarms.ofObjectNote', { cnt: openCnt }) : undefined}
      actions={
        data &&
        shown.length > 0 && (
          <Link to="/alarm-list" search={search} activeProps={{}} className={classes.all}>
            {t('alarms.seeAll', { cnt: data.totalCnt })}
          </Link>
        )
      }
    >
      <Loaded query={query} failedTitle={t('alarms.loadFailed')} lines={4}>
        {({ serverTime }) =>
          shown.length === 0 ? (
            <EmptyState
              icon="mdi-bell-check-outline"
              title={t('alarms.noneOfObject')}
              text={t('alarms.noneOfObjectText')}
            />
          ) : (
            <AlarmRows list={openFirst(shown)} nowMs={Date.parse(serverTime)} isOfMany={isOfMany} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function openFirst(list: readonly AlarmRow[]): readonly AlarmRow[] {
  return list.toSorted((a, b) => Number(isOpen(b.confirmLevel)) - Number(isOpen(a.confirmLevel)));
}

interface AlarmRowsProps {
  readonly list: readonly AlarmRow[];
  readonly nowMs: number;
  readonly isOfMany: boolean;
}

function AlarmRows({ list, nowMs, isOfMany }: AlarmRowsProps) {
  const t = useT();
  const language = useLanguage();
  const texts = { t, language };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this list
    <ol className={classes.list} aria-label={t('alarms.ofObject')} tabIndex={0}>
      {list.map((alarm) => {
        const level = alarmLevelAppearance(alarm.level, texts);
        const state = confirmLevelAppearance(alarm.confirmLevel, texts);
        const at = alarm.lastOccurredAt ?? alarm.occurredAt;
        return (
          <li key={alarm.alarmId}>
            <Link
              to="/alarm-list"
              search={{ alarmId: String(alarm.alarmId) }}
              activeProps={{}}
              className={classes.row}
              data-open={isOpen(alarm.confirmLevel)}
            >
              <Chip {...level} />
              <span className={classes.what}>
                <span className={classes.text}>{alarmText(alarm, language)}</span>
                {isOfMany && (
                  <bdi className={classes.object}>
                    <LongName text={alarm.objectName} />
                  </bdi>
                )}
                {alarm.childCnt ? (
                  <span className={classes.object}>{t('alarms.folded', { cnt: alarm.childCnt })}</span>
                ) : null}
                <MutedMarks alarm={alarm} isSmall />
              </span>
              <Chip {...state} />
              <AlarmAge className={classes.when} at={at} nowMs={nowMs} />
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

/**
 * Alarms as marks on a chart. An alarm on a metric is marked from its start to its end, or to now. A failure
 * or an event is marked at its start only: a pod that fails for a day would otherwise colour all of its
 * charts.
 */
export function alarmMarks(list: readonly AlarmRow[], nowMs: number, language: Language): ChartMark[] {
  return list.flatMap((alarm) => {
    const atMs = Date.parse(alarm.occurredAt ?? '');
    if (!Number.isFinite(atMs)) return [];
    const endMs = Date.parse(alarm.recoveredAt ?? alarm.closedAt ?? '');
    return [
      {
        atMs,
        ...(alarm.type === alarmTypes.performance && {
          untilMs: Math.max(atMs, Number.isFinite(endMs) ? endMs : nowMs),
        }),
        level: alarm.level === alarmLevels.warning ? ('warning' as const) : ('critical' as const),
        label: alarmText(alarm, language),
      },
    ];
  });
}
