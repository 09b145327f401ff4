import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drawnSpan, LongRows, useScrollStep } from './long-rows.tsx';

const VISIBLE_CNT = 8;
const names = Array.from({ length: 500 }, (_, index) => `cluster-${index}`);

afterEach(cleanup);

function Table({ rows }: { readonly rows: readonly string[] }) {
  const { step, onScroll } = useScrollStep();
  return (
    <section aria-label="all" onScroll={onScroll}>
      <table>
        <LongRows rows={rows} step={step} columnCnt={1} keyOf={(row) => row} textsOf={(row) => [row]}>
          {(row) => <td>{row}</td>}
        </LongRows>
      </table>
    </section>
  );
}

const shown = () => screen.getAllByRole('row').map((row) => row.textContent);

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
  expect(screen.queryAllByRole('row')).toEqual([]);
  fireEvent.scroll(screen.getByRole('region'), { target: { scrollTop: 32 * 92 } });
  expect(shown().at(-1)).toBe('cluster-99');
});
