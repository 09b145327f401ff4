import './namespace-messages.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import './namespace-messages.ts';
import { amountText, QuotasPanel } from './quotas-panel.tsx';

afterEach(cleanup);

test.each([
  ['requests.cpu', 1.5, '1.50 cores'],
  ['limits.memory', 1024 ** 3, '1.00 GB'],
  ['requests.storage', 1024 ** 2, '1.00 MB'],
  ['pods', 12, '12'],
  ['count/jobs.batch', 3, '3'],
])('%s %d is shown as %s', (resource, amount, text) => {
  expect(amountText(resource, amount)).toBe(text);
});

test('the fullest quota is first', () => {
  const quotas = [
    { quotaName: 'team', resource: 'pods', hard: 10, used: 2 },
    { quotaName: 'team', resource: 'requests.cpu', hard: 4, used: 3.8 },
  ];
  render(<QuotasPanel quotas={quotas} isStale={false} />);
  const [, first, second] = screen.getAllByRole('row').map((row) => row.textContent);
  expect(first).toContain('95.00 %');
  expect(second).toContain('20.00 %');
});

test.each([
  [null, '할당량을 알 수 없습니다'],
  [[], '할당량이 없습니다'],
])('quotas %j show %s', (quotas, title) => {
  render(<QuotasPanel quotas={quotas} isStale={false} />);
  expect(screen.getByText(title)).toBeTruthy();
});
