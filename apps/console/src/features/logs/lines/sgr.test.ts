import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText } from './plain-text.ts';
import { contrast, readableColour, surfaces, textOn } from './readable-colour.ts';
import { type Rgb, styledParts } from './sgr.ts';

const ESC = '\u001b';
const RED: [string, Rgb, boolean] = ['red', [205, 0, 0], false];
const seen = (raw: string) =>
  styledParts(raw).map(({ text, style }) => [text, style?.colour ?? null, style?.isBold ?? false]);

describe('the colours of a line', () => {
  test.each<[string, readonly (readonly [string, Rgb | null, boolean])[]]>([
    ['plain', [['plain', null, false]]],
    [`${ESC}[31mred${ESC}[0m rest`, [RED, [' rest', null, false]]],
    [`${ESC}[1;94mbold blue`, [['bold blue', [92, 92, 255], true]]],
    [`${ESC}[38;5;196mpalette`, [['palette', [255, 0, 0], false]]],
    [`${ESC}[38;5;244mgrey`, [['grey', [128, 128, 128], false]]],
    [`${ESC}[38;2;1;2;3mtrue`, [['true', [1, 2, 3], false]]],
    [`${ESC}[38:2:1:2:3mcolons`, [['colons', [1, 2, 3], false]]],
    [`${ESC}[38;5mcut short`, [['cut short', null, false]]],
    [`${ESC}[38;2;999;2;3mtoo much`, [['too much', null, false]]],
    [`${ESC}[999;1mbold`, [['bold', null, true]]],
    [`${ESC}[8mconcealed`, [['concealed', null, false]]],
  ])('of %j are %j', (raw, expected) => expect(seen(raw)).toEqual(expected));

  test('are readable on both themes, on the row under the pointer too', () => {
    const hover: Record<string, Rgb> = { light: [238, 241, 247], dark: [31, 40, 59] };
    const channel = fc.nat(255);
    fc.assert(
      fc.property(channel, channel, channel, (red, green, blue) => {
        const colour: Rgb = [red, green, blue];
        for (const theme of ['light', 'dark'] as const) {
          const shown = readableColour(colour, theme);
          expect(contrast(shown, surfaces[theme])).toBeGreaterThanOrEqual(4.5);
          expect(contrast(shown, hover[theme] ?? colour)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

describe('hostile text', () => {
  test.each([
    [`${ESC}[2J${ESC}[1;1Hcleared`, 'cleared'],
    [`${ESC}]0;title\u0007text`, 'text'],
    // The server replaces the bell.
    [`${ESC}]0;title\ufffdtext`, 'text'],
    [`${ESC}]8;;https://evil.example${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
    [`${ESC}]0;without an end`, ']0;without an end'],
    [`${ESC}Pdata${ESC}\\after`, 'after'],
    [`${ESC}(Bcharset`, 'charset'],
    ['a line of Windows\r', 'a line of Windows'],
    ['10 %\r20 %\r', '10 %<CR>20 %'],
    [`10 %\r${ESC}[31m20 %`, '10 %<CR>20 %'],
    ['a\u202eb\u200bc', 'a<U+202E>b<U+200B>c'],
    ['tab\tstays', 'tab\tstays'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['한글 👩‍👩‍👧 é', '한글 👩‍👩‍👧 é'],
  ])('%j is shown as %j', (raw, expected) => expect(plainText(raw)).toBe(expected));

  test('never keeps an escape, and the styled parts have the same text', () => {
    const part = fc.constantFrom(ESC, ...'[]31;mx\u0007\\\rP\u202e ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (list) => {
        const raw = list.join('');
        const text = plainText(raw);
        expect(text.includes(ESC)).toBe(false);
        const parts = styledParts(raw).map((one) => one.text);
        expect(parts.join('')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
