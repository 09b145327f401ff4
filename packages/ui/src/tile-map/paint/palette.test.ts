import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Matrix, visions } from '../../testing/visions.ts';
import { SCALE_STEPS, TILE_CLASS } from '../tile-class.ts';
import { contrast, luminance, parseColour, type Rgb, readPalette } from './palette.ts';

const own = readFileSync(join(import.meta.dirname, 'palette.module.css'), 'utf8');

/** The colours of the console's theme that the map uses. */
const THEMES = {
  light: {
    '--ct-white': '#ffffff',
    '--ct-black': '#1a2233',
    '--ct-grey': '#5f6a84',
    '--state-critical': '#d93a3f',
    '--state-warning': '#e58a00',
  },
  dark: {
    '--ct-white': '#171e2d',
    '--ct-black': '#e6ebf5',
    '--ct-grey': '#8f9bb5',
    '--state-critical': '#ff6467',
    '--state-warning': '#ffac33',
  },
};

function paletteOf(theme: 'light' | 'dark') {
  const [light = '', dark = ''] = own.split(':global');
  const variables = new Map<string, string>(Object.entries(THEMES[theme]));
  for (const block of theme === 'dark' ? [light, dark] : [light]) {
    for (const [, name = '', value = ''] of block.matchAll(/(--[\w-]+): ([^;]+);/g))
      variables.set(name, value);
  }
  const read = (name: string): string => {
    const value = variables.get(name) ?? '';
    const other = /^var\((.+)\)$/.exec(value)?.[1];
    return other ? read(other) : value;
  };
  return readPalette(read);
}

/** A colour in colour-blind vision. */
function seenBy(vision: Matrix, colour: Rgb): Rgb {
  const linear = colour.map((channel) => (channel / 255) ** 2.2);
  const channel = (row: Rgb) => {
    const sum = row.reduce((total, factor, i) => total + factor * (linear[i] ?? 0), 0);
    return 255 * Math.max(0, Math.min(1, sum)) ** (1 / 2.2);
  };
  return [channel(vision[0]), channel(vision[1]), channel(vision[2])];
}

describe.each(['light', 'dark'] as const)('the %s palette', (theme) => {
  const palette = paletteOf(theme);
  const scale = palette.ground.slice(TILE_CLASS.scale);

  it.each(Object.entries(visions))(
    'has a scale that only rises or only falls in %s vision',
    (_name, vision) => {
      const direction = theme === 'light' ? -1 : 1;
      const lightness = scale.map((colour) => luminance(seenBy(vision, colour)));
      expect(lightness).toHaveLength(SCALE_STEPS);
      expect(lightness).toEqual(lightness.toSorted((a, b) => direction * (a - b)));
      expect(new Set(lightness).size).toBe(SCALE_STEPS);
    },
  );

  it('has distant ends of the scale', () => {
    const [first, last] = [scale[0], scale.at(-1)];
    expect(contrast(first ?? [0, 0, 0], last ?? [0, 0, 0])).toBeGreaterThan(4.5);
  });

  it('has marks that contrast with their tiles', () => {
    const ofMark = (tileClass: number) =>
      contrast(palette.ground[tileClass] ?? [0, 0, 0], palette.mark[tileClass] ?? [0, 0, 0]);
    expect(ofMark(TILE_CLASS.critical)).toBeGreaterThan(3);
    expect(ofMark(TILE_CLASS.warning)).toBeGreaterThan(3);
    expect(ofMark(TILE_CLASS.stale)).toBeGreaterThan(2);
  });

  it('has readable names on every tile', () => {
    for (const [tileClass, ground] of palette.ground.entries()) {
      const ink = parseColour(palette.ink[tileClass] ?? '');
      expect(contrast(ink ?? ground, ground)).toBeGreaterThan(3.5);
    }
  });

  it('has readable names on hatched tiles', () => {
    for (const tileClass of [TILE_CLASS.stale, TILE_CLASS.criticalStale, TILE_CLASS.warningStale]) {
      const hatch = palette.mark[tileClass] ?? [0, 0, 0];
      expect(contrast(parseColour(palette.ink[tileClass] ?? '') ?? hatch, hatch)).toBeGreaterThan(3.5);
      expect(contrast(palette.ground[tileClass] ?? hatch, hatch)).toBeGreaterThan(1.3);
    }
  });
});

describe('parseColour', () => {
  it.each([
    ['#fff', [255, 255, 255]],
    [' #1a2233 ', [26, 34, 51]],
    ['rgb(1, 2, 3)', [1, 2, 3]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3]],
    ['', undefined],
    ['url(x)', undefined],
  ])('%s', (text, expected) => {
    expect(parseColour(text)).toEqual(expected);
  });
});

describe('readPalette', () => {
  it('falls back to grey for a colour that a theme lacks', () => {
    expect(readPalette(() => '').ground[TILE_CLASS.critical]).toEqual([128, 136, 152]);
  });
});
