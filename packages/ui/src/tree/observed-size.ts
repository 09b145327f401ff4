import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual';

type Scroller = Virtualizer<HTMLDivElement, Element>;

/** Observes the scroll element's size: reading it while a page renders would force a layout. */
export function observeSize(
  { scrollElement }: Scroller,
  callback: (size: Rect) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(() =>
    callback({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** The initial height is an upper bound: the first render may draw too many rows, never too few. */
export function initialSize(): Rect {
  return { width: 0, height: window.innerHeight };
}

/** Scrolling to the current position would force a layout too. */
export function scrollUnlessThere(
  offset: number,
  options: Parameters<typeof elementScroll>[1],
  scroller: Scroller,
): void {
  const isThere = offset === 0 && !options.adjustments && !scroller.scrollOffset;
  if (!isThere) elementScroll(offset, options, scroller);
}
