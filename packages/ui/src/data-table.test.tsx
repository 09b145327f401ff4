import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Column, DataTable, type Sort } from './data-table.tsx';

interface Pod {
  readonly id: number;
  readonly name: string;
  readonly restarts: number | null;
}

const pods: Pod[] = [
  { id: 1, name: 'api', restarts: 3 },
  { id: 2, name: 'cart', restarts: null },
];
const columns: Column<Pod>[] = [
  { id: 'name', label: '이름', value: (pod) => pod.name, sortable: true },
  { id: 'restarts', label: '재시작 횟수', value: (pod) => pod.restarts, align: 'end', sortable: true },
];

type Props = Partial<ComponentProps<typeof DataTable<Pod>>>;

function show(props: Props = {}) {
  render(
    <HeadlessMantineProvider env="test">
      <DataTable<Pod>
        label="파드"
        loadingLabel="불러오는 중"
        columns={columns}
        rows={pods}
        rowId={(pod) => String(pod.id)}
        empty={<p>파드가 없습니다</p>}
        {...props}
      />
    </HeadlessMantineProvider>,
  );
  return userEvent.setup();
}

function Sorted({ onAsk }: { readonly onAsk: (sort: readonly Sort[]) => void }) {
  const [sort, setSort] = useState<readonly Sort[]>([]);
  return (
    <HeadlessMantineProvider env="test">
      <DataTable<Pod>
        label="파드"
        loadingLabel=""
        columns={columns}
        rows={pods}
        rowId={(pod) => String(pod.id)}
        empty={null}
        sort={sort}
        onSortChange={(next) => {
          onAsk(next);
          setSort(next);
        }}
      />
    </HeadlessMantineProvider>
  );
}

function row(name: string) {
  return screen.getByRole('row', { name: new RegExp(name) });
}

afterEach(cleanup);

describe('DataTable', () => {
  it('shows values, and a dash for a missing one', () => {
    show();
    expect(
      within(row('cart'))
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['cart', '-']);
  });

  it('shows the rows or the empty text if there is no error', () => {
    show({ error: false });
    expect(screen.getByText('api')).toBeDefined();
    cleanup();
    show({ rows: [], error: false });
    expect(screen.getByText('파드가 없습니다')).toBeDefined();
  });

  it('shows the loading, empty or failed state', () => {
    show({ rows: undefined });
    expect(screen.getByRole('status').textContent).toBe('불러오는 중');
    cleanup();
    show({ rows: [] });
    expect(screen.getByText('파드가 없습니다')).toBeDefined();
    cleanup();
    show({ rows: undefined, error: <p>실패</p> });
    expect(screen.getByText('실패')).toBeDefined();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('requests an order: ascending, descending, none; Shift adds a second key', async () => {
    const asked: (readonly Sort[])[] = [];
    render(<Sorted onAsk={(sort) => asked.push(sort)} />);
    const user = userEvent.setup();
    const name = screen.getByRole('button', { name: /이름/ });
    await user.click(name);
    await user.click(name);
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('button', { name: /재시작/ }));
    await user.keyboard('{/Shift}');
    await user.click(screen.getByRole('button', { name: /재시작/ }));
    expect(asked).toEqual([
      [{ id: 'name', descending: false }],
      [{ id: 'name', descending: true }],
      [
        { id: 'name', descending: true },
        { id: 'restarts', descending: false },
      ],
      [{ id: 'restarts', descending: false }],
    ]);
    expect(screen.getByRole('columnheader', { name: /재시작/ }).getAttribute('aria-sort')).toBe('ascending');
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

  it('selects rows by checkbox and by Space without opening them, and all at once', async () => {
    const onChange = vi.fn();
    const onRowClick = vi.fn();
    const selection = {
      ids: new Set(['1']),
      onChange,
      selectAllLabel: '전체 선택',
      selectRowLabel: (pod: Pod) => `${pod.name} 선택`,
    };
    const user = show({ selection, onRowClick });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'api 선택' }).checked).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'cart 선택' }));
    row('cart').focus();
    await user.keyboard(' ');
    await user.click(screen.getByRole('checkbox', { name: '전체 선택' }));
    expect(onChange.mock.calls).toEqual([
      [new Set(['1', '2'])],
      [new Set(['1', '2'])],
      [new Set(['1', '2'])],
    ]);
    expect(onRowClick).not.toHaveBeenCalled();
  });

  it('keeps the first row on screen when the page size changes', async () => {
    const onChange = vi.fn();
    const texts = {
      total: (cnt: number) => `${cnt}개`,
      pageCnt: '페이지당',
      pageOf: (no: number) => `${no}쪽`,
      previous: '이전',
      next: '다음',
    };
    const user = show({ paging: { page: { pageNo: 6, pageCnt: 20, totalCnt: 300 }, onChange, texts } });
    await user.selectOptions(screen.getByRole('combobox', { name: '페이지당' }), '50');
    await user.click(screen.getByRole('button', { name: '다음' }));
    expect(onChange.mock.calls).toEqual([[{ pageNo: 3, pageCnt: 50 }], [{ pageNo: 7, pageCnt: 20 }]]);
  });
});
