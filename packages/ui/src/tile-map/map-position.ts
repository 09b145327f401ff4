/** The visible part of the map, independent of the window size. */
export interface MapPosition {
  /** The distance between tiles in CSS pixels; 0: the whole map fits. */
  readonly pitchPx: number;
  /** The point of the map in the centre of the window, 0 to 1. */
  readonly x: number;
  readonly y: number;
}

const PLACE = /^(\d{1,3}(?:\.\d)?),(0(?:\.\d{1,4})?|1),(0(?:\.\d{1,4})?|1)$/;

/** Undefined if the text is not a position: the whole map is shown then. */
export function positionFromText(text: string | undefined): MapPosition | undefined {
  const [, pitchPx, x, y] = PLACE.exec(text ?? '') ?? [];
  return pitchPx === undefined ? undefined : { pitchPx: Number(pitchPx), x: Number(x), y: Number(y) };
}

export function positionToText({ pitchPx, x, y }: MapPosition): string {
  return [rounded(pitchPx, 1), rounded(inside(x), 4), rounded(inside(y), 4)].join(',');
}

function rounded(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

function inside(share: number): number {
  return Math.max(0, Math.min(share, 1));
}
