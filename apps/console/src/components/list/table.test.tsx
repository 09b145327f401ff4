import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { count, text } from './columns/column-formats.tsx';
import { Table, type TableColumns } from './table.tsx';

interface Pod {
  readonly id: number;
  readonly name: string;
  readonly restarts: number | null;
}

const pods: Pod[] = [
  { id: 1, name: 'api', restarts: 3 },
  { id: 2, name: 'cart', restarts: null },
];
const columns: TableColumns<Pod> = { name: text('columns.pod'), restarts: count('columns.restarts') };

type Props = Partial<ComponentProps<typeof Table<Pod>>>;

function show(props: Props = {}) {
  render(
    <HeadlessMantineProvider env="test">
      <Table<Pod>
        label="파드"
        columns={columns}
        rows={pods}
        rowId={(pod) => pod.id}
        empty={<p>파드가 없습니다</p>}
        {...props}
      />
    </HeadlessMantineProvider>,
  );
  return userEvent.setup();
}

function row(name: string) {
  return screen.getByRole('row', { name: new RegExp(name) });
}

afterEach(cleanup);

describe('Table', () => {
  it('shows values, and a dash for a missing one', () => {
    show();
    const cells = within(row('cart')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['cart', '-']);
  });

  it('shows the loading, empty or failed state', () => {
    show({ rows: undefined });
    expect(screen.getByRole('status').textContent).toBe(t('shell.loading'));
    cleanup();
    show({ rows: [] });
    expect(screen.getByText('파드가 없습니다')).toBeDefined();
    cleanup();
    show({ rows: undefined, failedTitle: '실패', query: { error: new Error(), refetch: vi.fn() } });
    expect(screen.getByText('실패')).toBeDefined();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('opens a row by click and by Enter, and moves between rows by arrows', async () => {
    const onRowClick = vi.fn();
    const user = show({ onRowClick });
    await user.click(screen.getByText('api'));
    row('api').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onRowClick.mock.calls).toEqual([[pods[0]], [pods[1]]]);
    expect(document.activeElement).toBe(row('cart'));
  });
});
