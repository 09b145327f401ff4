import { type RefObject, useLayoutEffect } from 'react';

/** The list fills the window below its top, which its style sheet reads as `--list-top`. */
export function useFillHeight(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    function measure() {
      const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      list.current?.style.setProperty('--list-top', `${Math.round(top)}px`);
    }
    measure();
    // The content above may grow and shrink: a title on two lines, a banner.
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [list]);
}
