import { expect, test } from 'vitest';
import { formatOrderKey, parseOrderKey } from './order-by.ts';

test.each([
  ['name', { key: 'name', order: 'asc' }],
  ['-cpuUsedCores', { key: 'cpuUsedCores', order: 'desc' }],
] as const)('%s is parsed and written back', (text, order) => {
  expect(parseOrderKey(text)).toEqual(order);
  expect(formatOrderKey(order)).toBe(text);
});

test.each(['', '-'])('%j has no order', (text) => {
  expect(parseOrderKey(text)).toBeUndefined();
});
