import { afterEach, describe, expect, test, vi } from 'vitest';
import { getCookie, removeCookie, setCookie, sharedCookieOptions } from './cookie.ts';

afterEach(() => {
  vi.restoreAllMocks();
  removeCookie('colour');
});

/** Browsers do not return a cookie's attributes, so the test records what is written. */
function written(write: () => void): string[] {
  const set = vi.spyOn(document, 'cookie', 'set');
  write();
  return set.mock.calls.flatMap(([text]) => text.split('; '));
}

test.each([
  ...['expires', 'max-age', 'path', 'domain', 'secure'],
  ...['SameSite', 'samesite', 'SECURE', 'Max-Age', ' Path '],
])('the reserved name %j is refused', (name) => {
  expect(() => setCookie(name, 'x')).toThrow('is the name of a cookie attribute');
  expect(() => getCookie(name)).toThrow('is the name of a cookie attribute');
  expect(() => removeCookie(name)).toThrow('is the name of a cookie attribute');
});

test('a cookie lasts one day by default', () => {
  expect(written(() => setCookie('colour', 'blue'))).toContain('max-age=86400');
  expect(written(() => setCookie('colour', 'blue', { lifetimeSeconds: 60 }))).toContain('max-age=60');
});

test('a value with any characters can be read until it is removed', () => {
  setCookie('colour', '파랑; path=/x, "1"');
  expect(getCookie('colour')).toBe('파랑; path=/x, "1"');
  expect(getCookie('colou')).toBeUndefined();
  removeCookie('colour');
  expect(getCookie('colour')).toBeUndefined();
});

test('a value with an invalid escape counts as absent', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: setCookie cannot write an invalid value
  document.cookie = 'colour=%E0%A4%A; path=/';
  expect(getCookie('colour')).toBeUndefined();
});

describe('a cookie shared with the login site', () => {
  test.each([
    ['https:', 'console.example.test', true],
    ['http:', 'localhost', true],
    ['http:', 'gwanje.localhost', true],
    ['http:', '127.0.0.1', true],
    ['http:', 'console.example.test', false],
    ['http:', 'notlocalhost', false],
    ['http:', '127.0.0.1.example.test', false],
  ])('over %s on %s: None with Secure is %s', (protocol, hostname, isNone) => {
    const expected = { domain: 'example.test', sameSite: isNone ? 'None' : 'Lax', secure: isNone };
    expect(sharedCookieOptions({ protocol, hostname }, 'example.test')).toEqual(expected);
  });

  test('has the shared domain, SameSite=None and Secure over HTTPS', () => {
    const options = sharedCookieOptions({ protocol: 'https:', hostname: 'a.example.test' }, 'example.test');
    const shared = ['SameSite=None', 'domain=example.test', 'secure'];
    const all = ['colour=blue', 'path=/', 'max-age=86400', ...shared];
    expect(written(() => setCookie('colour', 'blue', options))).toEqual(all);
  });
});
