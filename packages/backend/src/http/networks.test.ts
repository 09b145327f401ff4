import { expect, it } from 'vitest';
import { isAllowedAddress, isNetwork } from './networks.ts';

it.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['2001:db8::/129', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0', false],
  ['example.com', false],
])('%s is a network: %s', (text, expected) => expect(isNetwork(text)).toBe(expected));

it.each([
  ['192.0.2.7', [], true],
  ['192.0.2.7', ['192.0.2.0/24'], true],
  ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
  ['192.0.3.7', ['192.0.2.0/24', '10.0.0.1'], false],
  ['10.0.0.1', ['192.0.2.0/24', '10.0.0.1'], true],
  ['2001:db8::5', ['2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['192.0.2.7', ['2001:db8::/32'], false],
  ['no address', ['0.0.0.0/0'], false],
])('an address %s is allowed from %j: %s', (address, networks, expected) =>
  expect(isAllowedAddress(address, networks)).toBe(expected),
);
