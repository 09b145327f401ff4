import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TileData } from './layout/tile-data.ts';
import { dataOf } from './testing/models.ts';
import { TileMap, type TileMapTexts } from './tile-map.tsx';

const texts: TileMapTexts = {
  label: '파드 맵',
  keys: '화살표로 이동합니다.',
  summary: (counts, totalCnt) => `전체 ${totalCnt}개, 심각 ${counts.critical}개.`,
  groupNotes: ({ count }) => [`${count}개`],
  zoomIn: '확대',
  zoomOut: '축소',
  resetZoom: '전체 보기',
};
const BY_STATE = { by: 'state' } as const;
/** The content padding and header height: the position of the first tile. */
const [FIRST_X, FIRST_Y] = [12, 36];

/** The environment has no layout and no canvas: sizes are fixed, and nothing is drawn. */
function stubSurroundings(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 480));
  HTMLElement.prototype.scrollTo = function scrollTo(x?: number | ScrollToOptions, y?: number) {
    if (typeof x === 'number') this.scrollLeft = x;
    if (y !== undefined) this.scrollTop = y;
  };
  HTMLElement.prototype.scrollBy = function scrollBy(x?: number | ScrollToOptions, y?: number) {
    this.scrollTo(this.scrollLeft + (typeof x === 'number' ? x : 0), this.scrollTop + (y ?? 0));
  };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => new EventTarget());
}

type Props = Partial<ComponentProps<typeof TileMap>>;

function mapOf(data: TileData, props: Props = {}) {
  return (
    <TileMap
      data={data}
      colour={BY_STATE}
      texts={texts}
      renderCard={(index) => <b>{data.names[index]}</b>}
      describe={(index) => `${data.names[index]}, 정상`}
      onOpen={() => {}}
      {...props}
    />
  );
}

function canvas(): HTMLElement {
  return screen.getByRole('application', { name: '파드 맵' });
}

function press(...keys: readonly string[]): void {
  for (const key of keys) fireEvent.keyDown(canvas(), { key });
}

function pressAt(key: string, timeStamp: number): void {
  const event = createEvent.keyDown(canvas(), { key });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(canvas(), event);
}

function announced(): string {
  return document.querySelector('[aria-live]')?.textContent ?? '';
}

function card(): string | undefined {
  return screen.queryByTestId('tile-card')?.textContent ?? undefined;
}

function point(
  type: 'pointerMove' | 'pointerDown' | 'pointerUp' | 'pointerLeave' | 'click' | 'doubleClick',
  x: number,
  y: number,
) {
  fireEvent[type](canvas(), { clientX: x, clientY: y, button: 0, pointerType: 'mouse' });
}

beforeEach(stubSurroundings);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('TileMap', () => {
  it('has a name, a text summary and a tab stop', () => {
    render(mapOf(dataOf([3, 2], { monResults: [0, 3, 3, 3, 3] })));
    const summary = document.getElementById(canvas().getAttribute('aria-describedby') ?? '');
    expect(summary?.textContent).toBe('전체 5개, 심각 1개. 화살표로 이동합니다.');
    expect(canvas().tabIndex).toBe(0);
  });

  it('moves by keys from tile to tile, over groups, and announces the tile', () => {
    render(mapOf(dataOf([2, 2])));
    press('ArrowRight');
    expect(announced()).toBe('pod-0, 정상');
    expect(card()).toBe('pod-0');
    press('ArrowRight', 'ArrowRight');
    expect(announced()).toBe('pod-2, 정상');
    press('End');
    expect(announced()).toBe('pod-3, 정상');
    press('Home');
    expect(announced()).toBe('pod-0, 정상');
  });

  it('jumps to a name that is typed without a pause, also when the page handles a key late', () => {
    render(mapOf(dataOf([4], { names: ['api', 'cart', 'auth', 'batch'] })));
    pressAt('a', 1000);
    pressAt('u', 1200);
    expect(announced()).toBe('auth, 정상');
    pressAt('b', 2500);
    expect(announced()).toBe('batch, 정상');
  });

  it('opens a group with a page by its header or Shift and Enter, and no other', () => {
    const [onOpen, onOpenGroup] = [vi.fn(), vi.fn()];
    const data = dataOf([9, 9]);
    const groups = data.groups.map((group, place) => ({ ...group, hasPage: place === 1 }));
    render(mapOf({ ...data, groups }, { onOpen, onOpenGroup }));
    press('ArrowRight');
    fireEvent.keyDown(canvas(), { key: 'Enter', shiftKey: true });
    point('click', FIRST_X + 4, FIRST_Y - 12);
    press('End');
    fireEvent.keyDown(canvas(), { key: 'Enter', shiftKey: true });
    expect(onOpenGroup.mock.calls).toEqual([[1]]);
    const isOver = (x: number, y: number) => {
      point('pointerMove', x, y);
      return canvas().hasAttribute('data-over-link');
    };
    expect(isOver(FIRST_X + 4, FIRST_Y - 12)).toBe(false);
    const headers = Array.from({ length: 120 }, (_, at) => [4 + at * 5, FIRST_Y - 12] as const);
    const [x, y] = headers.find(([left, top]) => isOver(left, top)) ?? [0, 0];
    point('click', x, y);
    expect(onOpenGroup.mock.calls).toEqual([[1], [1]]);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('opens by Enter and by click, but only on a tile', () => {
    const onOpen = vi.fn();
    render(mapOf(dataOf([9]), { onOpen }));
    press('Enter');
    press('ArrowRight', 'ArrowRight', 'Enter');
    point('click', FIRST_X + 2, FIRST_Y + 2);
    point('click', FIRST_X + 2, FIRST_Y - 10);
    expect(onOpen.mock.calls).toEqual([[1], [0]]);
  });

  it('shows the card of the tile under the pointer and removes it', () => {
    render(mapOf(dataOf([9])));
    point('pointerMove', FIRST_X + 2, FIRST_Y + 2);
    const element = screen.getByTestId('tile-card');
    expect(card()).toBe('pod-0');
    point('pointerMove', FIRST_X + 60, FIRST_Y + 2);
    expect(card()).toBe('pod-1');
    expect(screen.getByTestId('tile-card')).toBe(element);
    point('pointerLeave', 0, 0);
    expect(card()).toBeUndefined();
  });

  it('removes the card by Escape', () => {
    render(mapOf(dataOf([9])));
    press('ArrowRight');
    expect(card()).toBe('pod-0');
    press('Escape');
    expect(card()).toBeUndefined();
  });

  it('keeps the card of a tile it scrolled to, until that is no longer visible', () => {
    render(mapOf(dataOf([60_000])));
    const scroller = canvas().closest('div[class*="scroller"]');
    press('End');
    expect(scroller?.scrollTop).toBeGreaterThan(0);
    if (scroller) fireEvent.scroll(scroller);
    expect(card()).toBe('pod-59999');
    if (scroller) {
      scroller.scrollTop = 0;
      fireEvent.scroll(scroller);
    }
    expect(card()).toBeUndefined();
  });

  it('pans by dragging without opening a tile', () => {
    const onOpen = vi.fn();
    render(mapOf(dataOf([60_000]), { onOpen }));
    const scroller = canvas().parentElement?.parentElement?.parentElement;
    point('pointerDown', 300, 300);
    point('pointerMove', 300, 240);
    point('pointerUp', 300, 240);
    point('click', 300, 240);
    expect(scroller?.scrollTop).toBe(60);
    expect(onOpen).not.toHaveBeenCalled();
    point('click', 300, 240);
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('zooms by buttons, keys and the wheel with Ctrl, and resets', () => {
    render(mapOf(dataOf([900])));
    const zoomOut = screen.getByRole<HTMLButtonElement>('button', { name: '축소' });
    expect(zoomOut.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '확대' }));
    expect(zoomOut.disabled).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: '전체 보기' }));
    expect(zoomOut.disabled).toBe(true);
    press('+');
    expect(zoomOut.disabled).toBe(false);
    press('0');
    expect(zoomOut.disabled).toBe(true);
    expect(fireEvent.wheel(canvas(), { deltaY: -100 })).toBe(true);
    expect(zoomOut.disabled).toBe(true);
    expect(fireEvent.wheel(canvas(), { deltaY: -100, ctrlKey: true })).toBe(false);
    expect(zoomOut.disabled).toBe(false);
    // On a header: a double click on a tile would open the object.
    point('doubleClick', FIRST_X + 2, FIRST_Y - 10);
    expect(zoomOut.disabled).toBe(true);
  });

  it('leaves keys with Ctrl, Alt or in composition to the browser', () => {
    render(mapOf(dataOf([9])));
    expect(fireEvent.keyDown(canvas(), { key: '0', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(canvas(), { key: 'ArrowRight', altKey: true })).toBe(true);
    expect(fireEvent.keyDown(canvas(), { key: 'a', isComposing: true })).toBe(true);
    expect(announced()).toBe('');
  });

  it('stays on the same object when new data moves it', () => {
    const { rerender } = render(mapOf(dataOf([4])));
    press('ArrowRight', 'ArrowRight');
    expect(announced()).toBe('pod-1, 정상');
    rerender(mapOf(dataOf([4], { ids: [9, 8, 7, 2], names: ['i', 'h', 'g', 'pod-1'] })));
    press('ArrowLeft');
    expect(announced()).toBe('g, 정상');
  });

  it('works when the focused object, or all objects, are deleted', () => {
    const { rerender } = render(mapOf(dataOf([4])));
    press('End');
    rerender(mapOf(dataOf([2])));
    press('Enter', 'ArrowRight');
    expect(announced()).toBe('pod-0, 정상');
    rerender(mapOf(dataOf([])));
    press('ArrowRight', 'End', 'Enter', '+', '0');
    expect(card()).toBeUndefined();
  });

  it('shows the object that new data moved under a resting pointer', async () => {
    const { rerender } = render(mapOf(dataOf([9])));
    point('pointerMove', FIRST_X + 2, FIRST_Y + 2);
    const changed = dataOf([9], {
      names: Array.from({ length: 9 }, (_, index) => (index === 0 ? 'new' : `pod-${index}`)),
    });
    rerender(mapOf(changed));
    await act(async () => {
      await new Promise(requestAnimationFrame);
    });
    expect(card()).toBe('new');
  });

  it('shows hostile names as text', () => {
    const name = '<img src=x onerror=alert(1)>\u202E';
    render(mapOf(dataOf([1], { names: [name] })));
    press('ArrowRight');
    expect(card()).toBe(name);
    expect(document.querySelector('img')).toBeNull();
  });

  it('leaves no animation frame or card behind', () => {
    const cancel = vi.spyOn(globalThis, 'cancelAnimationFrame');
    const { unmount } = render(mapOf(dataOf([9])));
    unmount();
    expect(cancel).toHaveBeenCalled();
    expect(card()).toBeUndefined();
  });
});
