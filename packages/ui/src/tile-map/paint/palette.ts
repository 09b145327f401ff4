import { SCALE_STEPS, TILE_CLASS, TILE_CLASS_CNT } from '../tile-class.ts';

export type Palette = ReturnType<typeof readPalette>;

const SCALE_STOPS = 6;
const FALLBACK: Rgb = [128, 136, 152];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** `read` returns the value of a CSS variable, empty if there is none. */
export function readPalette(read: (variable: string) => string) {
  const colour = (variable: string) => parseColour(read(variable)) ?? FALLBACK;
  const background = colour('--ct-white');
  const text = colour('--ct-black');
  const ground = Array.from({ length: TILE_CLASS_CNT }, () => FALLBACK);
  const mark = Array.from({ length: TILE_CLASS_CNT }, () => background);

  const classes = [
    [TILE_CLASS.critical, '--tile-critical', '--tile-critical-mark'],
    [TILE_CLASS.warning, '--tile-warning', '--tile-warning-mark'],
    [TILE_CLASS.stale, '--tile-stale', '--tile-stale-mark'],
    [TILE_CLASS.normal, '--tile-normal', '--ct-white'],
    [TILE_CLASS.unmonitored, '--ct-white', '--tile-unmonitored-mark'],
    [TILE_CLASS.unknown, '--tile-unknown', '--ct-white'],
    [TILE_CLASS.criticalStale, '--tile-critical', '--tile-critical'],
    [TILE_CLASS.warningStale, '--tile-warning', '--tile-warning'],
  ] as const;
  for (const [tileClass, groundName, markName] of classes) {
    ground[tileClass] = colour(groundName);
    mark[tileClass] = colour(markName);
  }
  const stops = Array.from({ length: SCALE_STOPS }, (_, stop) => colour(`--tile-scale-${stop}`));
  for (let step = 0; step < SCALE_STEPS; step++) ground[TILE_CLASS.scale + step] = rampColour(stops, step);

  const inks: readonly [Rgb, Rgb] = contrast(text, BLACK) < 3 ? [text, background] : [background, text];
  const inkOf = (tile: Rgb) => (contrast(inks[0], tile) >= contrast(inks[1], tile) ? inks[0] : inks[1]);
  // Lighter than the tile under dark names, darker under light ones, so that the names stay readable.
  for (const tileClass of [TILE_CLASS.criticalStale, TILE_CLASS.warningStale]) {
    const tile = ground[tileClass] ?? FALLBACK;
    mark[tileClass] = mixColours(tile, luminance(inkOf(tile)) < luminance(tile) ? WHITE : BLACK, 0.6);
  }
  return {
    background,
    /** The tile colour of each class. */
    ground,
    /** The colour of the hatch or mark that distinguishes a class without its tile colour. */
    mark,
    /** The CSS colour of a name on the tile. */
    ink: ground.map((tile) => cssColour(inkOf(tile))),
    header: cssColour(text),
    headerNote: cssColour(colour('--ct-grey')),
  };
}

export function rampColour(stops: readonly Rgb[], step: number): Rgb {
  const place = (step / (SCALE_STEPS - 1)) * (stops.length - 1);
  const stop = Math.min(Math.floor(place), stops.length - 2);
  return mixColours(stops[stop] ?? FALLBACK, stops[stop + 1] ?? FALLBACK, place - stop);
}

/** Red, green and blue, each 0–255. */
export type Rgb = readonly [number, number, number];

/** Parses the forms in which a browser returns a colour: #rgb, #rrggbb and rgb(). */
export function parseColour(text: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex) {
    const wide = hex.length === 6 ? hex : hex.replace(/./g, '$&$&');
    const number = Number.parseInt(wide, 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text.trim());
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}

/** In the byte order of canvas pixels on little-endian machines; browsers run on no others. */
export function packColour([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

export function cssColour([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

export function mixColours(from: Rgb, to: Rgb, share: number): Rgb {
  const mix = (a: number, b: number) => Math.round(a + (b - a) * share);
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
}

/** 0 black, 1 white: the relative luminance of WCAG. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

export function contrast(a: Rgb, b: Rgb): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
