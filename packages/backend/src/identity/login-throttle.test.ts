import { expect, test } from 'vitest';
import { addressKey, userKey } from './login-throttle.ts';

test.each([
  ['203.0.113.7', 'address:203.0.113.7'],
  ['::ffff:203.0.113.7', 'address:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', 'address:2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', 'address:2001:db8:1:2::/64'],
  ['2001:db8::1', 'address:2001:db8:0:0::/64'],
  ['::1', 'address:0:0:0:0::/64'],
  ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
  ['not an address', 'address:not an address'],
])('login attempts from %s are counted under %s', (address, key) => expect(addressKey(address)).toBe(key));

test('a user and an address with the same name have separate counts', () => {
  expect(userKey('203.0.113.7')).not.toBe(addressKey('203.0.113.7'));
});
