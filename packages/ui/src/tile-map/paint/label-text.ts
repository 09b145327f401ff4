import { ELLIPSIS } from '@gwanje/domain/formats/text';
import { nameParts } from '../../list/model/name-parts.ts';

/** Characters that draw nothing or change the text direction: a name must not affect the text around it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Mn}\p{Me}]/gu;

export function drawableText(text: string, maxLength = 200): string {
  return text.slice(0, maxLength).normalize('NFC').replace(INVISIBLE, '');
}

/**
 * The longest beginning that fits `width`, with an ellipsis if it was cut, and the end that distinguishes a long name.
 * Of 'cluster/namespace/pod' only the last part: many names share the others.
 */
export function fitText(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  const lastPart = text.lastIndexOf('/');
  const start = lastPart < 1 ? '' : ELLIPSIS;
  const shown = lastPart < 1 ? text : text.slice(lastPart);
  if (widthOf(start + shown) <= width) return start + shown;
  const parts = nameParts(shown);
  return (
    (parts && cutBefore(start + parts.head, parts.tail, width, widthOf)) ??
    cutBefore(start + shown, '', width, widthOf) ??
    ''
  );
}

/** The longest beginning of `head` that fits together with an ellipsis and the tail; null if none does. */
function cutBefore(
  head: string,
  tail: string,
  width: number,
  widthOf: (text: string) => number,
): string | null {
  const characters = [...head];
  const cutAt = (length: number) => characters.slice(0, length).join('') + ELLIPSIS + tail;
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const length = Math.ceil((low + high) / 2);
    if (widthOf(cutAt(length)) <= width) low = length;
    else high = length - 1;
  }
  const fits = low > 0 || (tail !== '' && widthOf(cutAt(0)) <= width);
  return fits ? cutAt(low) : null;
}

/**
 * Breaks a name into a few short lines of characters that fit side by side; wide scripts count double. A part
 * that ends with a hyphen or dot moves to the next line as a whole if it fits there. The last line of a long name that
 * does not fit is the end that distinguishes it.
 */
export function breakName(name: string, lineCnt: number, unitsPerLine: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let units = 0;
  const endLine = () => {
    if (line) lines.push(line);
    line = '';
    units = 0;
  };
  const text = drawableText(name, 253);
  for (const part of text.match(/[^-.]*[-.]?/g) ?? []) {
    const partUnits = [...part].reduce((sum, character) => sum + unitsOf(character), 0);
    if (partUnits > unitsPerLine - units && partUnits <= unitsPerLine) endLine();
    for (const character of part) {
      if (units + unitsOf(character) > unitsPerLine) endLine();
      line += character;
      units += unitsOf(character);
    }
  }
  endLine();
  const parts = nameParts(text);
  if (lines.length <= lineCnt || lineCnt < 2 || parts === null) return lines.slice(0, lineCnt);
  return [...lines.slice(0, lineCnt - 1), parts.tail.slice(-unitsPerLine)];
}

function unitsOf(character: string): number {
  return (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
}

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

const MAX_FONT_PX = 16;
/** More lines would take too much of a frame and add little. */
const MAX_LINES = 4;

export function namesFit(tile: number, pixelRatio: number): NameRoom | undefined {
  const tilePx = tile / pixelRatio;
  if (tilePx < SMALLEST_NAMED_TILE_PX) return undefined;
  const fontPx = tilePx < 44 ? 9 : Math.min(MAX_FONT_PX, Math.max(10, Math.round(tilePx / 5.5)));
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
