import type { Rgb } from './sgr.ts';

/** Above the 4.5 of WCAG AA, so that the ground of a hovered or selected row is dark or light enough too. */
const CONTRAST = 5.4;
/** The surfaces `ct-white` of both themes (`tokens.css`). */
export const surfaces = { light: [255, 255, 255], dark: [23, 30, 45] } as const satisfies Record<string, Rgb>;
export type ThemeName = keyof typeof surfaces;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const STEPS = 20;

/** The colour, mixed with black or white until it is readable on the theme's surface. */
export function readableColour(colour: Rgb, theme: ThemeName): Rgb {
  const surface = surfaces[theme];
  const target = theme === 'light' ? BLACK : WHITE;
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(colour, target, step / STEPS);
    if (contrast(mixed, surface) >= CONTRAST) return mixed;
  }
  return target;
}

/** Black or white, whichever is more readable on the ground. One of them always has more than 4.5. */
export function textOn(ground: Rgb): Rgb {
  return contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

export function cssColour([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}
