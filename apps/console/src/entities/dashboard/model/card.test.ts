import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { getPod } from '@gwanje/kinds/pod/calls';
import { describe, expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { sampleOf } from '#core/testing/sample.ts';
import '../dashboard-messages.ts';
import { clusterCard, podCard } from './card.ts';

const context = { t, language: 'ko', sinceAnswerMs: 0 } as const;
const times = { dataAt: '2026-11-15T02:24:26Z', serverTime: '2026-11-15T02:24:30Z' };
const cpu = { cpuUsedCores: 0.4121, cpuLimitCores: 1, cpuUsedLimitPct: 41.21 };
const mem = { memUsedBytes: 486.2 * 1024 ** 2, memLimitBytes: 512 * 1024 ** 2, memUsedLimitPct: 94.96 };

const place = { clusterName: 'prod-seoul', namespace: 'payment', nodeName: 'aks-pool2-vmss00000c' };
const counts = { netRxBps: 1024, netTxBps: null, readyCnt: 1, containerCnt: 2, restartCnt: 3, alarmCnt: 0 };
const sample = Object(sampleOf(getPod.response, { rowCnt: 0, isSparse: true }));
const own = { ...times, ...cpu, ...mem, ...place, ...counts, status: 'Running' };
const pod = getPod.response.parse({ ...sample, ...own });

function linesOf(card: ReturnType<typeof podCard>): Record<string, string> {
  return Object.fromEntries(card.lines.map(({ label, value }) => [label, value]));
}

describe('the card of a pod', () => {
  test('shows its location and its usage relative to its limits', () => {
    const card = podCard(pod, context);
    expect(card.place).toEqual(['prod-seoul', 'payment', 'aks-pool2-vmss00000c']);
    expect(linesOf(card)).toEqual({
      상태: 'Running',
      CPU: '412.10 mCores / 1.00 cores · 41.21 %',
      메모리: '486.20 MB / 512.00 MB · 94.96 %',
      네트워크: '수신 1.00 KBps · 송신 -',
      컨테이너: '1/2',
      '재시작 횟수': '3',
      '수집 시각': '4초 전',
    });
  });

  test('shows placeholders for missing limits and data, omits the node, and shows the alarm count', () => {
    const noCpu = { cpuUsedCores: null, cpuLimitCores: -1, cpuUsedLimitPct: null };
    const noLimit = { memLimitBytes: null, memUsedLimitPct: null };
    const bare = { ...pod, ...noCpu, ...noLimit, nodeName: null, dataAt: null, alarmCnt: 2 };
    const card = podCard(bare, context);
    expect(card.place).toEqual(['prod-seoul', 'payment']);
    expect(linesOf(card)).toMatchObject({
      CPU: '- / Not Set', // limit -1: not set
      메모리: '486.20 MB / -', // limit null: unknown
      알람: '2건',
      '수집 시각': '수집 전',
    });
  });
});

test.each([
  ['critical', '심각'],
  ['normal', undefined],
] as const)('the child state line of a cluster with worst child state %s is %s', (childMonResult, shown) => {
  const cluster = { childMonResult, isStale: false, dataAt: times.dataAt } as ClusterState;
  expect(linesOf(clusterCard(cluster, times.serverTime, context))['하위 상태']).toBe(shown);
});
