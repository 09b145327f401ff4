import { expect, test } from 'vitest';
import { isNamedAfter } from './subject.ts';

test.each([
  ['shop', 'shop-5d4b7c9f6d-x7k2p', true],
  ['shop', 'shop-5d4b7c9f6d', true],
  ['shop', 'shop-0', true],
  ['shop', 'shop-x7k2p', true],
  ['report', 'report-29917320-x7k2p', true],
  ['shop', 'shop-gateway-5d4b7c9f6d-x7k2p', false],
  ['shop', 'shop-gateway', false],
  ['shop', 'shopping-x7k2p', false],
])('for %s the object %s is its own: %s', (owner, name, isOwn) => {
  expect(isNamedAfter(owner, name)).toBe(isOwn);
});
