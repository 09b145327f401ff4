import type { AlarmRow } from '@gwanje/contract/alarms';
import type { Language } from '@gwanje/domain/language';
import { alarmLevels } from '@gwanje/domain/mappings/alarm';
import type { ChartMark } from '@gwanje/ui/chart/model/chart-data';
import { alarmText } from './alarm-text.ts';

/** Alarms as stretches of a chart, from when they broke to when they were over; what is open lasts until now. */
export function alarmMarks(list: readonly AlarmRow[], nowMs: number, language: Language): ChartMark[] {
  return list.flatMap((alarm) => {
    const atMs = Date.parse(alarm.occurredAt ?? '');
    if (!Number.isFinite(atMs)) return [];
    const endMs = Date.parse(alarm.recoveredAt ?? alarm.closedAt ?? '');
    return [
      {
        atMs,
        untilMs: Math.max(atMs, Number.isFinite(endMs) ? endMs : nowMs),
        level: alarm.level === alarmLevels.warning ? ('warning' as const) : ('critical' as const),
        label: alarmText(alarm, language),
      },
    ];
  });
}
