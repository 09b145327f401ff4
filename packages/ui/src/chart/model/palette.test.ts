import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assignSlots } from '../../slots.ts';
import { type Matrix, type Triple, visions } from '../../testing/visions.ts';
import { appearanceOfSlot, PALETTE_SIZE } from './palette.ts';

const surfaces = { light: '#ffffff', dark: '#171e2d' } as const;
const css = readFileSync(join(import.meta.dirname, '../palette.css'), 'utf8');

function coloursOf(theme: keyof typeof surfaces): string[] {
  const block = css.split(`[data-mantine-color-scheme="${theme}"] {`)[1]?.split('}')[0] ?? '';
  return [...block.matchAll(/--chart-\d: (#[0-9a-f]{6});/g)].map(([, colour = '']) => colour);
}

function linear(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return [red, green, blue];
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const [a, b, c] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a ?? 0, b ?? 0, c ?? 0];
}

function contrast(one: string, other: string): number {
  const light = (hex: string) => {
    const [red, green, blue] = linear(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** Oklab, in which equal distances look about equally different. */
function oklab(colour: Triple): Triple {
  const [l, m, s] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    colour,
  ).map(Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [l ?? 0, m ?? 0, s ?? 0],
  );
}

function seenAs(vision: Matrix, hex: string): Triple {
  const [red, green, blue] = times(vision, linear(hex)).map((part) => Math.min(1, Math.max(0, part)));
  return oklab([red ?? 0, green ?? 0, blue ?? 0]);
}

describe.each(['light', 'dark'] as const)('%s palette', (theme) => {
  const colours = coloursOf(theme);

  it('has its eight colours, each visible on the surface', () => {
    expect(colours).toHaveLength(PALETTE_SIZE);
    for (const colour of colours) expect(contrast(colour, surfaces[theme])).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(visions))('has no two colours that look alike with %s vision', (_name, vision) => {
    const seen = colours.map((colour) => seenAs(vision, colour));
    for (const [index, one] of seen.entries()) {
      for (const other of seen.slice(index + 1)) {
        expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeGreaterThan(0.07);
      }
    }
  });
});

describe('appearances', () => {
  it('repeat the first colour with another dash for the ninth series', () => {
    expect(appearanceOfSlot(8).colour).toBe(appearanceOfSlot(0).colour);
    expect(appearanceOfSlot(8).dash).not.toEqual(appearanceOfSlot(0).dash);
  });

  it('differ for forty series', () => {
    const appearances = Array.from({ length: 40 }, (_, slot) => JSON.stringify(appearanceOfSlot(slot)));
    expect(new Set(appearances).size).toBe(40);
  });

  it('keep their slot when another series is removed, and a new series takes the free slot', () => {
    const before = assignSlots(['a', 'b', 'c'], new Map());
    const after = assignSlots(['d', 'c', 'a'], before);
    expect([...after]).toEqual(
      expect.arrayContaining([
        ['a', 0],
        ['c', 2],
        ['d', 1],
      ]),
    );
    expect(after.size).toBe(3);
  });
});
