import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { amountText, QuotaResources } from './quota-resources.tsx';

afterEach(cleanup);

test.each([
  ['requests.cpu', 1.5, '1.50 cores'],
  ['limits.memory', 1024 ** 3, '1.00 GB'],
  ['requests.storage', 1024 ** 2, '1.00 MB'],
  ['pods', 12, '12'],
  ['count/jobs.batch', 3, '3'],
])('%s %d is shown as %s', (resource, amount, text) => expect(amountText(resource, amount)).toBe(text));

test('the fullest resource is first', () => {
  const resources = [
    { resource: 'pods', hard: 10, used: 2 },
    { resource: 'requests.cpu', hard: 4, used: 3.8 },
  ];
  render(<QuotaResources resources={resources} isStale={false} />);
  const [, first, second] = screen.getAllByRole('row').map((row) => row.textContent);
  expect(first).toContain('95.00 %');
  expect(second).toContain('20.00 %');
});
