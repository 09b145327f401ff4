import { expect, it } from 'vitest';
import { positionFromText, positionToText } from './map-position.ts';

it.each(['16,0.5,0.25', '0,0.5,0.0001', '24.5,1,0', '0,0,1'])('%s is read back unchanged', (text) => {
  const position = positionFromText(text);
  expect(position && positionToText(position)).toBe(text);
});

it.each([
  ...[undefined, '', '16', '16,0.5', '16,2,0', '-1,0,0', '1e3,0,0', '16,0.5,0.25,1', '<b>,0,0', '9999,0,0'],
])('%s is not a position', (text) => {
  expect(positionFromText(text)).toBeUndefined();
});

it('a position is rounded and inside the map', () => {
  expect(positionToText({ pitchPx: 16.04, x: 1 / 3, y: 1.2 })).toBe('16,0.3333,1');
});
