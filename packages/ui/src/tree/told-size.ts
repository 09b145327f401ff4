import { elementScroll, type Rect, type Virtualizer } from '@tanstack/react-virtual';

type Scroller = Virtualizer<HTMLDivElement, Element>;

/** The size of what scrolls as the browser tells it: to ask for it while a page is built lays all of it out. */
export function observeToldSize(
  { scrollElement }: Scroller,
  tell: (size: Rect) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** No lower than what scrolls will be: more rows than are seen at first, never fewer. */
export function sizeAtFirst(): Rect {
  return { width: 0, height: window.innerHeight };
}

/** To scroll to the start of what stands there already would lay the page out, too. */
export function scrollUnlessThere(
  offset: number,
  options: Parameters<typeof elementScroll>[1],
  scroller: Scroller,
): void {
  const isThere = offset === 0 && !options.adjustments && !scroller.scrollOffset;
  if (!isThere) elementScroll(offset, options, scroller);
}
