import { HostId } from '@gwanje/contract/definition/fields';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '#core/session/session-store.ts';
import { testUser } from '#core/testing/users.ts';
import { StatisticsMark } from './statistics-mark.tsx';
import './dashboard-messages.ts';

afterEach(cleanup);

async function show(role: 2 | 3, nodeCnt: number): Promise<void> {
  useSession.setState({ user: testUser({ role }) });
  const missingStatistics =
    nodeCnt === 0 ? null : { nodeCnt, awaitedNodeCnt: 10, since: '2026-11-15T02:24:30Z' };
  const cluster = { hostId: HostId.parse(7), missingStatistics };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <StatisticsMark cluster={cluster} /> }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(<RouterProvider router={router} />);
}

test('a cluster with nodes without statistics has a mark that leads to the check of its agents', async () => {
  await show(3, 4);
  const link = screen.getByRole('link', { name: /통계 없음 4\/10/ });
  expect(link.getAttribute('href')).toMatch(/^\/setting\/host\/agent-install\?hostId=.*7/);
  expect(link.title).toContain('노드 10개 중 4개');
});

test('a user who may not open the settings sees the mark without a link', async () => {
  await show(2, 4);
  expect(screen.getByText('4/10').title).toContain('노드 10개 중 4개');
  expect(screen.queryByRole('link')).toBeNull();
});

test('a cluster with all statistics has no mark', async () => {
  await show(3, 0);
  expect(screen.queryByLabelText('통계 없음')).toBeNull();
});
