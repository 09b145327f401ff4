import type { AlarmRow } from '@gwanje/contract/alarms';
import type { Language } from '@gwanje/domain/language';
import { alarmLevels, alarmTypes } from '@gwanje/domain/mappings/alarm';
import type { ChartMark } from '@gwanje/ui/chart/model/chart-data';
import { alarmText } from './alarm-text.ts';

/**
 * Alarms on a chart. Of what is measured, the stretch from when it broke to when it was over, or to now; of failures and
 * events the moment alone, or a pod that fails for a day would colour every chart of it.
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
