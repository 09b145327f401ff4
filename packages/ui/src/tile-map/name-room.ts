/** The space for a name on a tile, in device pixels. */
export interface NameRoom {
  readonly fontSize: number;
  readonly lineHeight: number;
  readonly lineCnt: number;
  /** How many narrow characters fit side by side. */
  readonly unitsPerLine: number;
  readonly padding: number;
  readonly width: number;
}

/** From this size on a tile has a name, and its mark is in the corner below instead of in the middle. */
export const SMALLEST_NAMED_TILE_PX = 36;

const LARGEST_FONT_PX = 16;
/** More lines would take too much of a frame and add little. */
const MAX_LINES = 4;

export function namesFit(tile: number, pixelRatio: number): NameRoom | undefined {
  const tilePx = tile / pixelRatio;
  if (tilePx < SMALLEST_NAMED_TILE_PX) return undefined;
  const fontPx = tilePx < 44 ? 9 : Math.min(LARGEST_FONT_PX, Math.max(10, Math.round(tilePx / 5.5)));
  const paddingPx = tilePx < 44 ? 3 : 4;
  const lineHeightPx = fontPx + 2;
  return {
    fontSize: fontPx * pixelRatio,
    lineHeight: lineHeightPx * pixelRatio,
    lineCnt: Math.min(MAX_LINES, Math.floor((tilePx - paddingPx) / lineHeightPx)),
    unitsPerLine: Math.max(1, Math.floor((tilePx - 2 * paddingPx) / (fontPx * 0.56))),
    padding: paddingPx * pixelRatio,
    width: (tilePx - 2 * paddingPx) * pixelRatio,
  };
}
