import type { Point } from './layout/viewport.ts';

/** Points are in window coordinates. */
export interface GestureEvents {
  readonly onMove: (point: Point) => void;
  readonly onLeave: () => void;
  readonly onPan: (dx: number, dy: number) => void;
  readonly onClick: (point: Point) => void;
  readonly onDoubleClick: (point: Point) => void;
  readonly onZoom: (factor: number, point: Point) => void;
}

const DRAG_THRESHOLD_PX = 4;
const LINE_PX = 16;

/** Handles mouse, pen, wheel and touch. The browser itself scrolls with one finger. */
export function watchGestures(
  scroller: HTMLElement,
  canvas: HTMLElement,
  events: GestureEvents,
  signal: AbortSignal,
): void {
  function on<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    target = canvas,
  ): void {
    target.addEventListener(type, listener, { signal, passive: false });
  }

  on(
    'wheel',
    (event) => {
      // A touch pad also sends a pinch as a wheel event with Ctrl.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const deltaPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX;
      const limited = Math.max(-120, Math.min(120, deltaPx));
      events.onZoom(Math.exp(-limited * 0.0022), pointOf(event));
    },
    scroller,
  );

  let fingersPx = 0;
  on('touchmove', (event) => {
    const [first, second] = event.touches;
    if (!first || !second) return;
    event.preventDefault();
    const next = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
    const middle = { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 };
    if (fingersPx > 0 && next > 0) events.onZoom(next / fingersPx, middle);
    fingersPx = next;
  });
  const endPinch = () => {
    fingersPx = 0;
  };
  on('touchend', endPinch);
  on('touchcancel', endPinch);

  let pressed: Point | undefined;
  let isDragging = false;
  on('pointerdown', (event) => {
    isDragging = false;
    pressed = event.button === 0 && event.pointerType !== 'touch' ? pointOf(event) : undefined;
  });
  on('pointermove', (event) => {
    const point = pointOf(event);
    if (pressed) {
      const [dx, dy] = [point.x - pressed.x, point.y - pressed.y];
      if (!isDragging && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return;
      if (!isDragging) {
        isDragging = true;
        canvas.setPointerCapture?.(event.pointerId);
        canvas.toggleAttribute('data-dragging', true);
        events.onLeave();
      }
      pressed = point;
      events.onPan(dx, dy);
    } else if (event.pointerType !== 'touch') events.onMove(point);
  });
  const release = () => {
    pressed = undefined;
    canvas.removeAttribute('data-dragging');
  };
  on('pointerup', release);
  on('pointercancel', release);
  on('pointerleave', () => events.onLeave());
  on('click', (event) => {
    // The click at the end of a drag is not a click on a tile.
    if (!isDragging) events.onClick(pointOf(event));
    isDragging = false;
  });
  on('dblclick', (event) => events.onDoubleClick(pointOf(event)));
}

function pointOf(event: MouseEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

/** A window that moves to a sharper screen keeps its size. */
export function watchPixelRatio(onChange: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const query = window.matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  query.addEventListener(
    'change',
    () => {
      onChange();
      watchPixelRatio(onChange, signal);
    },
    { once: true, signal },
  );
}
