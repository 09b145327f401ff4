import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { podList } from './pod-list.ts';
import '#components/list/object-list-messages.ts';

type Row = Parameters<(typeof podList)['rowKey']>[0];

/** As in a response: a pod without a limit has no percentage of the limit. */
const cpu = { cpuUsedCores: 0.5, cpuLimitCores: -1, cpuLimitSumCores: 0.25, cpuUsedLimitPct: null };
const mem = { memUsedBytes: null, memLimitBytes: 1024, memLimitSumBytes: 1024, memUsedLimitPct: null };
const requests = { cpuRequestCores: 1, cpuUsedRequestPct: 50, memRequestBytes: -1, memUsedRequestPct: null };
const row = { ...cpu, ...mem, ...requests } as Row;

test.each([
  ['cpuUsedLimitPct', 'Not Set'],
  ['cpuUsedRequestPct', '50.00 %'],
  ['memUsedLimitPct', '-'],
  ['memUsedRequestPct', 'Not Set'],
])('column %s distinguishes a limit that is not set from unknown usage: %s', (id, shown) =>
  expect(cellOf(id, row)).toBe(shown),
);

test.each([
  ['cpuLimitSumCores', row, '250.00 mCores (일부 컨테이너)'],
  ['cpuLimitSumCores', { ...row, cpuLimitSumCores: -1 }, 'Not Set'],
  ['memLimitSumBytes', row, '1.00 KB'],
])('column %s marks the limits of a pod that is not fully limited', (id, given, shown) =>
  expect(cellOf(id, given)).toBe(shown),
);

test.each([
  [{ ...row, restartCnt: 3, lastRestartAt: '2026-11-18T00:00:00Z' }, '3 (5분 전)'],
  [{ ...row, restartCnt: 0, lastRestartAt: null }, '0'],
])('restarts show when the last one was, as in kubectl (%#)', (given, shown) =>
  expect(cellOf('restartCnt', given)).toBe(shown),
);

function cellOf(id: string, given: Row) {
  const context = {
    t,
    language: 'ko',
    nowMs: Date.parse('2026-11-18T00:05:00Z'),
    onFollow: () => {},
  } as const;
  return podList.columns.find((column) => column.id === id)?.cell(given, context);
}
