import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import type { Language } from '@gwanje/domain/language';
import { alarmLevels, alarmTypes } from '@gwanje/domain/mappings/alarm';
import type { ChartMark } from '@gwanje/ui/chart/model/chart-data';
import { alarmText } from './alarm-text.ts';

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
