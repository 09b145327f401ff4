import { contrast, cssColour, mixColours, parseColour, type Rgb } from './colour.ts';
import { KIND, KIND_CNT, SCALE_STEPS } from './kinds.ts';

export interface Palette {
  readonly background: Rgb;
  /** The tile colour of each kind. */
  readonly ground: readonly Rgb[];
  /** The colour of the hatch or mark that distinguishes a kind without its tile colour. */
  readonly mark: readonly Rgb[];
  /** The CSS colour of a name on the tile. */
  readonly ink: readonly string[];
  readonly header: string;
  readonly headerNote: string;
}

const SCALE_STOPS = 6;
const FALLBACK: Rgb = [128, 136, 152];

/** `read` returns the value of a CSS variable, empty if there is none. */
export function readPalette(read: (variable: string) => string): Palette {
  const colour = (variable: string) => parseColour(read(variable)) ?? FALLBACK;
  const background = colour('--ct-white');
  const text = colour('--ct-black');
  const ground = Array.from({ length: KIND_CNT }, () => FALLBACK);
  const mark = Array.from({ length: KIND_CNT }, () => background);

  ground[KIND.critical] = colour('--tile-critical');
  mark[KIND.critical] = colour('--tile-critical-mark');
  ground[KIND.warning] = colour('--tile-warning');
  mark[KIND.warning] = colour('--tile-warning-mark');
  ground[KIND.normal] = colour('--tile-normal');
  ground[KIND.stale] = colour('--tile-stale');
  mark[KIND.stale] = colour('--tile-stale-mark');
  ground[KIND.unmonitored] = background;
  mark[KIND.unmonitored] = colour('--tile-unmonitored-mark');
  ground[KIND.unknown] = colour('--tile-unknown');
  ground[KIND.criticalStale] = colour('--tile-critical');
  ground[KIND.warningStale] = colour('--tile-warning');
  mark[KIND.criticalStale] = colour('--tile-stale');
  mark[KIND.warningStale] = colour('--tile-stale');

  const stops = Array.from({ length: SCALE_STOPS }, (_, stop) => colour(`--tile-scale-${stop}`));
  for (let step = 0; step < SCALE_STEPS; step++) ground[KIND.scale + step] = rampColour(stops, step);

  const inks: readonly [Rgb, Rgb] = contrast(text, [0, 0, 0]) < 3 ? [text, background] : [background, text];
  return {
    background,
    ground,
    mark,
    ink: ground.map((tile) =>
      cssColour(contrast(inks[0], tile) >= contrast(inks[1], tile) ? inks[0] : inks[1]),
    ),
    header: cssColour(text),
    headerNote: cssColour(colour('--ct-grey')),
  };
}

export function rampColour(stops: readonly Rgb[], step: number): Rgb {
  const place = (step / (SCALE_STEPS - 1)) * (stops.length - 1);
  const stop = Math.min(Math.floor(place), stops.length - 2);
  return mixColours(stops[stop] ?? FALLBACK, stops[stop + 1] ?? FALLBACK, place - stop);
}
