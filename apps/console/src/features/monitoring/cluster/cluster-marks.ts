import type { listAlarms } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { Language } from '@gwanje/domain/i18n/language';
import { alarmLevels } from '@gwanje/domain/mappings/labels';
import type { ChartMark } from '@gwanje/ui/chart/model/chart-data';
import type { TimeRange } from '#components/range/range-choice.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { alarmMarks } from '#entities/alarms/object-alarms.tsx';
import { foldedMarks } from '#entities/object-page/panels/timeline.ts';

type AlarmAnswer = Pick<ResponseOf<typeof listAlarms>, 'list' | 'serverTime'>;

/** Alarms on a cluster's charts: its own for their whole duration, those of its objects at their start. */
export function clusterAlarmMarks(
  { list, serverTime }: AlarmAnswer,
  range: TimeRange,
  language: Language,
): ChartMark[] {
  const isIn = (atMs: number) => atMs >= range.fromMs && atMs <= range.toMs;
  const ofObjects = list
    .filter(({ target }) => target !== 'cluster')
    .map((alarm) => ({
      atMs: Date.parse(alarm.occurredAt ?? ''),
      level: alarm.level === alarmLevels.warning ? ('warning' as const) : ('critical' as const),
      head: alarmText(alarm, language),
      text: alarm.objectName,
    }))
    .filter(({ atMs }) => isIn(atMs));
  const own = list.filter(({ target }) => target === 'cluster');
  return [...alarmMarks(own, Date.parse(serverTime), language), ...foldedMarks(ofObjects, range)];
}
