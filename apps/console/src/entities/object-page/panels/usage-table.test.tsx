import { formatCores } from '@gwanje/domain/formats/numbers';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../monitoring-messages.ts';
import { UsageTable } from './usage-table.tsx';

afterEach(cleanup);

const cpu = { label: 'CPU', used: 2, request: 4, limit: 8, allocatable: 16, format: formatCores };

test('requests of pods that wait for a node are shown beside the requests of placed pods', () => {
  render(<UsageTable list={[{ ...cpu, waitingRequest: 64 }]} isStale={false} />);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toContain(formatCores(4));
  expect(rows[2]).toBe(`대기 요청${formatCores(64)}`);
});

test('without waiting pods there is no row for them', () => {
  render(<UsageTable list={[{ ...cpu, waitingRequest: 0 }]} isStale={false} />);
  expect(screen.getAllByRole('row')).toHaveLength(2);
});
