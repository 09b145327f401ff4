import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cardPosition } from './card-position.ts';
import type { Box } from './geometry.ts';
import classes from './tile-map.module.css';

interface HoverCardProps {
  /** The tile's position in the window. */
  readonly box: Box;
  readonly children: ReactNode;
}

/** One card that moves from tile to tile. Screen readers read the tile's description instead. */
export function HoverCard({ box, children }: HoverCardProps) {
  const card = useRef<HTMLDivElement>(null);

  // Measured and placed before the paint, or the card would visibly jump. Later content may be larger.
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const place = () => {
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const { x, y } = cardPosition(box, size, {
        width: document.documentElement.clientWidth,
        height: document.documentElement.clientHeight,
      });
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  return createPortal(
    <div ref={card} className={classes.card} aria-hidden="true" data-testid="tile-card">
      {children}
    </div>,
    document.body,
  );
}
