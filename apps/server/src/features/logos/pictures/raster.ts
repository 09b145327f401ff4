/** What a picture's own bytes say; `endOffset` is where it ends, so that anything hung on behind is cut off. */
export interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly endOffset: number;
}

const MAX_SIDE_PX = 4096;

export function isSaneSize({ widthPx, heightPx }: Raster): boolean {
  return widthPx >= 1 && heightPx >= 1 && widthPx <= MAX_SIDE_PX && heightPx <= MAX_SIDE_PX;
}
