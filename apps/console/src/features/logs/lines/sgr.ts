import { ESCAPE, hasEscape, withoutLineEnd, writtenOut } from './plain-text.ts';

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface TextStyle {
  readonly colour: Rgb | null;
  readonly ground: Rgb | null;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly isItalic: boolean;
  readonly isInverse: boolean;
}

export interface StyledPart {
  readonly text: string;
  readonly style: TextStyle | null;
}

const PLAIN: TextStyle = {
  colour: null,
  ground: null,
  isBold: false,
  isUnderlined: false,
  isItalic: false,
  isInverse: false,
};

/** The sixteen colours of xterm. */
const BASIC: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];
const CUBE = [0, 95, 135, 175, 215, 255] as const;

/**
 * The parts of a line by style. Their texts together are the line's `plainText`. Blinking, concealed and struck text is
 * shown as plain text.
 */
export function styledParts(line: string): readonly StyledPart[] {
  const raw = withoutLineEnd(line);
  if (!hasEscape(raw)) return [{ text: writtenOut(raw), style: null }];
  const parts: { text: string; style: TextStyle | null }[] = [];
  let style = PLAIN;
  let from = 0;
  const add = (text: string) => {
    if (text === '') return;
    const shown = style === PLAIN ? null : style;
    const last = parts.at(-1);
    if (last && last.style === shown) last.text += text;
    else parts.push({ text, style: shown });
  };
  for (const match of raw.matchAll(ESCAPE)) {
    add(raw.slice(from, match.index));
    from = match.index + match[0].length;
    const codes = /^\[([\d;:]*)m$/.exec(match[0].slice(1))?.[1];
    if (codes !== undefined) style = withCodes(style, codes);
  }
  add(raw.slice(from));
  return parts.map((part) => ({ ...part, text: writtenOut(part.text) }));
}

function withCodes(before: TextStyle, text: string): TextStyle {
  const codes = text.split(/[;:]/).map(Number);
  let style = before;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { colour, used } = extended(codes.slice(at + 1));
      at += used;
      if (colour) style = code === 38 ? { ...style, colour } : { ...style, ground: colour };
    } else style = code === 0 ? PLAIN : withCode(style, code);
  }
  return isPlain(style) ? PLAIN : style;
}

function isPlain({ colour, ground, ...flags }: TextStyle): boolean {
  return colour === null && ground === null && !Object.values(flags).includes(true);
}

function withCode(style: TextStyle, code: number): TextStyle {
  if (code >= 30 && code <= 37) return { ...style, colour: BASIC[code - 30] ?? null };
  if (code >= 40 && code <= 47) return { ...style, ground: BASIC[code - 40] ?? null };
  if (code >= 90 && code <= 97) return { ...style, colour: BASIC[code - 82] ?? null };
  if (code >= 100 && code <= 107) return { ...style, ground: BASIC[code - 92] ?? null };
  switch (code) {
    case 1:
      return { ...style, isBold: true };
    case 3:
      return { ...style, isItalic: true };
    case 4:
      return { ...style, isUnderlined: true };
    case 7:
      return { ...style, isInverse: true };
    case 22:
      return { ...style, isBold: false };
    case 23:
      return { ...style, isItalic: false };
    case 24:
      return { ...style, isUnderlined: false };
    case 27:
      return { ...style, isInverse: false };
    case 39:
      return { ...style, colour: null };
    case 49:
      return { ...style, ground: null };
    default:
      return style;
  }
}

/** The colour after 38 or 48: `5;n` of 256 colours, or `2;r;g;b`. */
function extended([mode, ...values]: readonly number[]): { colour: Rgb | null; used: number } {
  if (mode === 5) return { colour: ofPalette(values[0]), used: 2 };
  if (mode !== 2) return { colour: null, used: 1 };
  const [red = 0, green = 0, blue = 0] = values;
  const isValid = values.length >= 3 && [red, green, blue].every((value) => value <= 255);
  return { colour: isValid ? [red, green, blue] : null, used: 4 };
}

function ofPalette(index: number | undefined): Rgb | null {
  if (index === undefined || index > 255) return null;
  if (index < 16) return BASIC[index] ?? null;
  if (index >= 232) {
    const grey = 8 + 10 * (index - 232);
    return [grey, grey, grey];
  }
  const at = index - 16;
  return [CUBE[Math.floor(at / 36)] ?? 0, CUBE[Math.floor(at / 6) % 6] ?? 0, CUBE[at % 6] ?? 0];
}
