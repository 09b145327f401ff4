export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

interface Surroundings {
  readonly area: Box;
  readonly lineY: number;
  /** Canvas pixels per CSS pixel. */
  readonly px: number;
  readonly labelBoxes: readonly Box[];
  readonly isCrossed: (box: Box) => boolean;
}

const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1];

/**
 * Places a label above or below its line where it covers no label and no data; else where it covers only
 * data; else a row lower.
 */
export function lineLabelBox(size: Size, { area, lineY, px, labelBoxes, isCrossed }: Surroundings): Box {
  const [above, below] = [lineY - size.height - px, lineY + 2 * px];
  const room = Math.max(0, area.width - size.width - 12 * px);
  const inside = (tops: readonly number[]) =>
    SHARES.flatMap((share) =>
      tops.map((top) => ({ ...size, left: area.left + 6 * px + room * share, top })),
    ).filter(({ top, height }) => top >= area.top && top + height <= area.top + area.height);
  const apart = (boxes: readonly Box[]) =>
    boxes.filter((box) => !labelBoxes.some((other) => meet(box, other)));
  const near = inside([above, below]);
  const free = apart(near);
  if (free.length === 0) free.push(...apart(inside([below + size.height, below + 2 * size.height])));
  return (
    free.find((box) => !isCrossed(box)) ?? free[0] ?? near[0] ?? { ...size, left: area.left, top: lineY }
  );
}

export function meet(one: Box, other: Box): boolean {
  const across = one.left < other.left + other.width && other.left < one.left + one.width;
  return across && one.top < other.top + other.height && other.top < one.top + one.height;
}
