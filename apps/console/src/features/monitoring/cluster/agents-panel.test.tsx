import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '#entities/object-page/monitoring-messages.ts';
import { AgentsPanel } from './agents-panel.tsx';

const agent = { version: '1.0.0', clockSkewMs: 0, isClockWrong: false, problemList: [] };

afterEach(cleanup);

test('a silent agent is first and is not shown as healthy', () => {
  const node = { ...agent, agentId: 'node-1', role: 'node', lastBatchAt: '2026-11-16T09:09:55Z' } as const;
  const state = {
    ...agent,
    agentId: 'state-1',
    role: 'cluster',
    lastBatchAt: '2026-11-16T09:04:00Z',
  } as const;
  render(<AgentsPanel serverTime="2026-11-16T09:10:00Z" agentList={[node, state]} />);
  const [first, second] = screen.getAllByRole('listitem');
  if (!first || !second) throw new Error('two agents');
  expect(within(first).getByText('state-1')).toBeDefined();
  expect(first.textContent).toContain('수집 중단 · 6분 0초 전');
  expect(first.innerHTML).not.toContain('mdi-check-circle-outline');
  expect(second.textContent).not.toContain('수집 중단');
  expect(second.innerHTML).toContain('mdi-check-circle-outline');
});
