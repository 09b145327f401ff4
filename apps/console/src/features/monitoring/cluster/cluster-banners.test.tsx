import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleOf } from '#core/testing/sample.ts';
import '#entities/object-page/monitoring-messages.ts';
import { ClusterBanners } from './cluster-banners.tsx';

afterEach(cleanup);

const now = '2026-11-16T09:10:00Z';
const cluster = getClusterSummary.response.parse({
  ...Object(sampleOf(getClusterSummary.response, { rowCnt: 0, isSparse: true })),
  serverTime: now,
  dataAt: now,
  isStale: false,
  isApiReachable: true,
});
const agent = {
  agentId: 'state-1',
  role: 'cluster' as const,
  version: '1.0.0',
  lastBatchAt: now,
  clockSkewMs: 0,
  isClockWrong: false,
};

test.each([
  ['apiForbidden', 1],
  ['apiUnauthorized', 1],
  ['kubeletError', 0],
] as const)(
  'the page of a cluster whose agent reports %s shows %d notices of missing rights',
  (problem, cnt) => {
    const problemList = [{ problem, detail: 'pod: status 403', since: now }];
    render(<ClusterBanners cluster={{ ...cluster, agentList: [{ ...agent, problemList }] }} />);
    expect(screen.queryAllByText('에이전트에 필요한 권한이 없습니다')).toHaveLength(cnt);
  },
);
