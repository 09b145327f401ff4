import type { Box } from './geometry.ts';
import type { Point } from './viewport.ts';

const DISTANCE = 10;
const MARGIN = 8;

/** Beside the tile, below and to the right if there is room. Never over the tile or outside the window. */
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
  // With no room above or below it may sit beside the tile at any height.
  const y = fitsBelow ? below : above >= MARGIN ? above : windowSize.height - MARGIN - card.height;
  return {
    x: Math.max(MARGIN, Math.min(x, windowSize.width - MARGIN - card.width)),
    y: Math.max(MARGIN, Math.min(y, windowSize.height - MARGIN - card.height)),
  };
}
