import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import '#entities/object-page/monitoring-messages.ts';
import { ClusterBanners } from './cluster-banners.tsx';

const now = '2026-11-16T09:10:00Z';
const sample = Object(sampleOf(getClusterSummary.response, { rowCnt: 0, isSparse: true }));
const state = { serverTime: now, dataAt: now, isStale: false, isApiReachable: true };
const cluster = getClusterSummary.response.parse({ ...sample, ...state });
const clock = { clockSkewMs: 0, isClockWrong: false };
const agent = { agentId: 'state-1', role: 'cluster' as const, version: '1.0.0', lastBatchAt: now, ...clock };

test.each([
  ['apiForbidden', 1],
  ['apiUnauthorized', 1],
  ['kubeletError', 0],
] as const)(
  'the page of a cluster whose agent reports %s shows %d notices of missing rights',
  async (problem, cnt) => {
    const problemList = [{ problem, detail: 'pod: status 403', since: now }];
    const shown = { ...cluster, agentList: [{ ...agent, problemList }] };
    signedIn();
    const banners = <ClusterBanners cluster={shown} />;
    renderPage(() => <main>{banners}</main>, '/mon/summary');
    await screen.findByRole('main');
    expect(screen.queryAllByText('에이전트에 필요한 권한이 없습니다')).toHaveLength(cnt);
  },
);
