import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Box } from './layout/geometry.ts';
import type { Point } from './layout/viewport.ts';
import classes from './tile-map.module.css';

const DISTANCE = 10;
const MARGIN = 8;

/**
 * Diagonally below and to the right of the tile if there is room, else above or to the left. Never outside
 * the window, and over the tile only if there is no room beside it.
 */
export function cardPosition(
  tile: Box,
  card: { readonly width: number; readonly height: number },
  windowSize: { readonly width: number; readonly height: number },
): Point {
  const right = tile.left + tile.width + DISTANCE;
  const below = tile.top + tile.height + DISTANCE;
  const fitsBelow = below + card.height <= windowSize.height - MARGIN;
  const above = tile.top - DISTANCE - card.height;
  const fitsRight = right + card.width <= windowSize.width - MARGIN;
  const x = fitsRight ? right : tile.left - DISTANCE - card.width;
  // With no room above or below, the card is beside the tile at the lower edge of the window.
  const y = fitsBelow ? below : above >= MARGIN ? above : windowSize.height - MARGIN - card.height;
  return {
    x: Math.max(MARGIN, Math.min(x, windowSize.width - MARGIN - card.width)),
    y: Math.max(MARGIN, Math.min(y, windowSize.height - MARGIN - card.height)),
  };
}

interface HoverCardProps {
  /** The tile's position in the window. */
  readonly box: Box;
  readonly children: ReactNode;
}

/** One card that moves from tile to tile. Screen readers read the tile's description instead. */
export function HoverCard({ box, children }: HoverCardProps) {
  const card = useRef<HTMLDivElement>(null);

  // Measured and placed before the paint, or the card would visibly jump.
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
    // Places the card again when its content grows.
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
