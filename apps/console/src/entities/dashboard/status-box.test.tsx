import './dashboard-messages.ts';
import { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '#core/i18n/i18n.ts';
import { StatusBox } from './status-box.tsx';

afterEach(cleanup);

const counts = { critical: 1, warning: 2, stale: 0, normal: 1_200, unmonitored: 0 };
const summary = getDashboardSummary.response.parse({
  serverTime: '2026-11-18T07:00:00Z',
  stateList: [{ objectType: 'pod', totalCnt: 1_203, counts }],
  alarmCnt: { critical: 3, warning: 35 },
  volume: { cnt: 8, boundCnt: 6 },
  claim: { cnt: 7, pendingCnt: 1, lostCnt: 0 },
  platformList: [],
  azureList: [],
});

function cellTexts(shown = summary): (string | null)[] {
  const { container } = render(<StatusBox summary={shown} onShow={() => {}} />);
  return [...container.querySelectorAll('[class*="cell_"], [class$="cell"]')].map((cell) => cell.textContent);
}

test('every count has its Korean count word: objects 개, alarms 건', async () => {
  await setLanguage('ko');
  expect(cellTexts()).toEqual([
    '파드1,203개2개1개0개',
    'PV8개바인딩 6개미바인딩 2개',
    'PVC7개대기 1개유실 0개',
    '열린 알람38건3건35건',
  ]);
});

test('pods that wait for a node are counted beside the others, with what they request', async () => {
  await setLanguage('ko');
  const waiting = { podCnt: 12, cpuCores: 64, memBytes: 3 * 1024 ** 3 };
  expect(cellTexts({ ...summary, waiting })[0]).toBe('파드1,203개2개1개0개12개');
  const note = '노드 배정을 기다리는 파드 · 대기 요청 CPU 64.00 cores, 메모리 3.00 GB';
  expect(document.querySelector(`[title="${note}"]`)?.textContent).toBe('12개');
});
