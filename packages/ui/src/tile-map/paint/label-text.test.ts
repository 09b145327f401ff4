import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakName, drawableText, fitText } from './label-text.ts';

describe('drawableText', () => {
  it.each([
    ['removes a right-to-left override', 'a\u202Eb', 'ab'],
    ['removes zero-width characters', 'a\u200Bb\uFEFF', 'ab'],
    ['removes control characters', 'a\u0000\nb', 'ab'],
    ['removes combining accents', `a${'\u0316'.repeat(40)}`, 'a'],
    ['keeps Korean', '관제-파드', '관제-파드'],
  ])('%s', (_name, text, expected) => {
    expect(drawableText(text)).toBe(expected);
  });

  it('cuts text that is too long for any header', () => {
    expect(drawableText('x'.repeat(10_000)).length).toBe(200);
  });
});

describe('fitText', () => {
  const widthOf = (text: string) => [...text].length * 10;

  it.each([
    ['the full text if it fits', 'prod', 40, 'prod'],
    ['the beginning with an ellipsis', 'prod-seoul', 80, 'prod-...'],
    ['empty if not even one character fits', 'prod', 5, ''],
    ['the last part of a path', 'prod/shop/cart-1', 100, '.../cart-1'],
    ['the end of a long name', 'aks-apps-23755738-vmss00000a', 150, 'aks-ap...00000a'],
    ['the end of a long last part', 'prod/aks-apps-23755738-vmss00000a', 150, '.../ak...00000a'],
    ['only the end of a long name', 'aks-apps-23755738-vmss00000a', 90, '...00000a'],
    ['the beginning if the end does not fit', 'aks-apps-23755738-vmss00000a', 80, 'aks-a...'],
    ['the beginning of the last part of a path', 'prod/shop/cart-1', 90, '.../ca...'],
  ])('%s', (_name, text, width, expected) => {
    expect(fitText(text, width, widthOf)).toBe(expected);
  });

  it('never exceeds the width', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(300), (text, width) => {
        expect(widthOf(fitText(text, width, widthOf))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('breakName', () => {
  it.each([
    ['order-batch-289', 3, 6, ['order-', 'batch-', '289']],
    ['payment-api-x2', 2, 6, ['paymen', 't-api-']],
    ['api', 3, 6, ['api']],
    ['관제서버', 3, 4, ['관제', '서버']],
    ['', 3, 6, []],
  ])('%s over %d lines of %d', (name, lineCnt, units, expected) => {
    expect(breakName(name, lineCnt, units)).toEqual(expected);
  });

  it('loses no character while there are lines left', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9.-]{0,60}$/), fc.integer({ min: 2, max: 9 }), (name, units) => {
        expect(breakName(name, 100, units).join('')).toBe(name);
      }),
    );
  });
});
