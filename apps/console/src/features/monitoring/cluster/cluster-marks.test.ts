import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { expect, test } from 'vitest';
import { clusterAlarmMarks } from './cluster-marks.ts';

const range = { fromMs: Date.parse('2026-11-15T11:00:00Z'), toMs: Date.parse('2026-11-15T11:48:00Z') };

function alarm(time: string, more: Partial<AlarmRow>): AlarmRow {
  const own = { type: 2, level: 1, itemKey: 'event.1', itemName: 'slow', recoveredAt: null, closedAt: null };
  return { ...own, occurredAt: `2026-11-15T${time}Z`, ...more } as AlarmRow;
}

function marksOf(...list: AlarmRow[]) {
  return clusterAlarmMarks({ list, serverTime: '2026-11-15T11:48:00Z' }, range, 'ko').map(
    ({ atMs, untilMs, level, label }) => [
      (atMs - range.fromMs) / 60_000,
      untilMs && (untilMs - range.fromMs) / 60_000,
      level,
      label,
    ],
  );
}

test('an alarm of the cluster itself is marked for its whole duration', () => {
  expect(marksOf(alarm('11:10:00', { target: 'cluster', objectName: 'prod' }))).toEqual([
    [10, 48, 'warning', 'slow'],
  ]);
});

test("alarms of the cluster's objects are marked at their start; alarms of one slot and level share a mark", () => {
  expect(
    marksOf(
      alarm('11:10:30', { target: 'pod', objectName: 'b' }),
      alarm('11:10:00', { target: 'pod', objectName: 'a' }),
      alarm('11:10:00', { target: 'node', objectName: 'n', level: 5 }),
      alarm('10:00:00', { target: 'pod', objectName: 'before' }),
    ),
  ).toEqual([
    [10, undefined, 'warning', 'slow +1'],
    [10, undefined, 'critical', 'slow: n'],
  ]);
});
