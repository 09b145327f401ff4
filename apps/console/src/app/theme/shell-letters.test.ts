import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { palette } from '#app/palette/palette-messages.ko.ts';
import { header } from '#core/i18n/header-messages.ko.ts';
import { routes } from '#core/i18n/route-messages.ko.ts';
import { shell } from '#core/i18n/shell-messages.ko.ts';
import { SHELL_LETTERS } from './shell-letters.ts';

const css = readFileSync(
  createRequire(import.meta.url).resolve(
    'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css',
  ),
  'utf8',
);
const pieces = [...css.matchAll(/unicode-range:([^;}]+)/g)].map(([, ranges = '']) =>
  [...ranges.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]),
);

function piecesOf(text: string): Set<number> {
  const points = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0);
  const isIn = (point: number) =>
    pieces.findIndex((ranges) => ranges.some(([from = 0, to = 0]) => point >= from && point <= to));
  return new Set(points.map(isIn).filter((piece) => piece >= 0));
}

test('header, menus and search use only letters of preloaded font subsets', () => {
  const words = JSON.stringify([header, palette, routes, shell]);
  expect(pieces.length).toBeGreaterThan(50);
  const fetched = piecesOf(SHELL_LETTERS);
  expect([...piecesOf(words)].filter((piece) => !fetched.has(piece))).toEqual([]);
  expect(fetched.size).toBe(SHELL_LETTERS.length);
});
