import { afterEach, describe, expect, it, vi } from 'vitest';
import { observeSize, scrollUnlessThere } from './observed-size.ts';

type Scroller = Parameters<typeof scrollUnlessThere>[2];

afterEach(() => vi.unstubAllGlobals());

function scrollerAt(scrollOffset: number) {
  const scrollElement = document.createElement('div');
  const scrollTo = vi.fn();
  scrollElement.scrollTo = scrollTo;
  return { scroller: { scrollElement, scrollOffset, options: {} } as unknown as Scroller, scrollTo };
}

describe('scrollUnlessThere', () => {
  it.each([
    [0, 0, 0],
    [0, 560, 1],
    [560, 0, 1],
  ])('to %d from %d calls scrollTo %d times', (to, from, callCnt) => {
    const { scroller, scrollTo } = scrollerAt(from);
    scrollUnlessThere(to, {}, scroller);
    expect(scrollTo).toHaveBeenCalledTimes(callCnt);
  });
});

describe('observeSize', () => {
  it('reads no size before the browser reports one', () => {
    let resize = () => {};
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resize = callback;
        }
        observe() {}
        disconnect() {}
      },
    );
    const { scroller } = scrollerAt(0);
    const height = vi.fn(() => 840);
    Object.defineProperty(scroller.scrollElement, 'clientHeight', { get: height });
    const onSize = vi.fn();
    observeSize(scroller, onSize);
    expect(height).not.toHaveBeenCalled();
    resize();
    expect(onSize).toHaveBeenCalledExactlyOnceWith({ width: 0, height: 840 });
  });
});
