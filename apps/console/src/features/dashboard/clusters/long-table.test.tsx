import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, test } from 'vitest';
import { drawnSpan, LongTable, widestRows } from './long-table.tsx';

const VISIBLE_CNT = 8;
const names = Array.from({ length: 500 }, (_, index) => `cluster-${index}`);

afterEach(cleanup);

function Table({ rows }: { readonly rows: readonly string[] }) {
  const columns = [{ label: 'name', text: (row: string) => row }];
  return <LongTable label="all" empty="none" rows={rows} keyOf={(row) => row} columns={columns} />;
}

/** Without the header. */
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test.each([0, 1, 3, 4, 100, 300, 491])('renders all visible rows with row %i at the top', (top) => {
  const { from, to } = drawnSpan(Math.floor(top / 4), names.length);
  expect(from).toBeLessThanOrEqual(top);
  expect(to).toBeGreaterThanOrEqual(Math.min(top + VISIBLE_CNT, names.length));
  expect(to - from).toBeLessThanOrEqual(20);
});

test('scrolls through five hundred rows and renders only a few at a time', () => {
  render(<Table rows={names} />);
  expect(shown()).toEqual(names.slice(0, 16));
  fireEvent.scroll(screen.getByRole('region'), { target: { scrollTop: 32 * 492 } });
  expect(shown()).toEqual(names.slice(488));
  expect(screen.getAllByRole('row').at(-1)?.getAttribute('aria-rowindex')).toBe('501');
});

test('shows the last rows after the table became shorter than the scroll position', () => {
  const { rerender } = render(<Table rows={names} />);
  fireEvent.scroll(screen.getByRole('region'), { target: { scrollTop: 32 * 400 } });
  rerender(<Table rows={names.slice(0, 100)} />);
  expect(shown()).toEqual([]);
  fireEvent.scroll(screen.getByRole('region'), { target: { scrollTop: 32 * 92 } });
  expect(shown().at(-1)).toBe('cluster-99');
});

describe('the rows that decide the column widths', () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ name: `cluster ${index}`, version: 'v1.33.1' }));
  const columns = [
    { text: ({ name }: (typeof rows)[number]) => name },
    { text: ({ version }: (typeof rows)[number]) => version },
    {},
  ];

  it('are those that are visible without scrolling', () => {
    const alike = rows.map(({ version }) => ({ name: 'cluster', version }));
    expect(widestRows(alike, columns)).toEqual(alike.slice(0, 8));
  });

  it('and those with the longest texts at any position, without duplicates', () => {
    const named = rows.with(70, { name: 'a cluster of a longer name', version: 'v1.33.1-gke.1234567' });
    expect(widestRows(named, columns)).toEqual([...named.slice(0, 8), named[70]]);
  });

  it('are all rows of a short table', () =>
    expect(widestRows(rows.slice(0, 5), columns)).toEqual(rows.slice(0, 5)));
});
