import { type RefObject, useLayoutEffect } from 'react';

/** A list takes what the window has below it: its top is told to its style sheet as `--list-top`. */
export function useFillHeight(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    function measure() {
      const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      list.current?.style.setProperty('--list-top', `${Math.round(top)}px`);
    }
    measure();
    // What stands above may grow and shrink: a title on two lines, a strip about the connection.
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [list]);
}
