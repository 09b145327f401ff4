import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

const anyCharacter = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const rule = {
  ownOrigin: 'https://login.example.com',
  allowedOrigins: ['https://login.example.com', 'https://gwanje.example.com', 'http://localhost:4100'],
};
const fallback = 'https://login.example.com/';

describe('an accepted return URL', () => {
  test.each([
    ['https://gwanje.example.com/main', 'https://gwanje.example.com/main'],
    ['https://gwanje.example.com/mon?hostId=3#x', 'https://gwanje.example.com/mon?hostId=3#x'],
    ['HTTPS://GWANJE.example.com/main', 'https://gwanje.example.com/main'],
    ['https://gwanje.example.com:443/main', 'https://gwanje.example.com/main'],
    ['http://localhost:4100/custom-main', 'http://localhost:4100/custom-main'],
    ['https://gwanje.example.com/list?a=%7B%22q%22%7D', 'https://gwanje.example.com/list?a=%7B%22q%22%7D'],
    ['https://gwanje.example.com/main?name=커', 'https://gwanje.example.com/main?name=%EC%BB%A4'],
    ['/portal', 'https://login.example.com/portal'],
    ['/', 'https://login.example.com/'],
    ['/.//evil.example', 'https://login.example.com//evil.example'],
  ])('%s', (asked, expected) => expect(safeReturnUrl(asked, rule)).toBe(expected));
});

describe('a return URL that is replaced by the portal', () => {
  const replaced = [
    ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '\\/evil.example'],
    ...['https:evil.example', 'https:/evil.example', 'https:///evil.example', 'http:evil.example'],
    ...['https://evil.example/', 'https://evil.example/?https://gwanje.example.com/'],
    ...['https://gwanje.example.com.evil.example/', 'https://gwanje.example.com@evil.example/'],
    ...['https://evil.example\\@gwanje.example.com/', 'https://user@gwanje.example.com/'],
    ...['https://user:secret@gwanje.example.com/', 'https://gwanje.example.com:8443/'],
    ...['http://gwanje.example.com/', 'http://localhost:4102/', 'javascript:alert(1)'],
    ...['javascript://gwanje.example.com/%0aalert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x'],
    ...['blob:https://gwanje.example.com/1', 'ftp://gwanje.example.com/', ' https://gwanje.example.com/'],
    ...['\thttps://gwanje.example.com/', 'ht\ntps://evil.example/', '/\t/evil.example', '/\n/evil.example'],
    ...['/main\r\nSet-Cookie: a=b', '/\u0000', 'https://gwanje.example.com/\u2028'],
    ...['https://gwanje。example.com@evil.example', `https://gwanje.example.com/${'a'.repeat(5000)}`, 'main'],
    ...['../main', '?a=b', '#a', '', '/logout', '/login?returnUrl=/login', '/%2e/../logout', '/%6cogout'],
    ...['https://login.example.com/%6Cog%6fut', 'https://login.example.com/logout?returnUrl=/'],
    ...['/oidc/start', '/api/session', undefined, null],
    ...[['https://gwanje.example.com/', 'https://evil.example/']],
    ...[{ toString: () => 'https://evil.example/' }, 12],
  ].map((asked): [unknown] => [asked]);
  test.each(replaced)('%j', (asked) => expect(safeReturnUrl(asked, rule)).toBe(fallback));
});

test('the result is always an absolute URL on an allowed origin without credentials', {
  timeout: 60_000,
}, () => {
  const part = fc.constantFrom(
    ...['/', '//', '\\', ':', '@', '?', '#', '.', '..', '%2f', '%5c', '%00', '\t', '\n', '\u0000'],
    ...['http', 'https', 'javascript', 'data', 'evil.example', 'gwanje.example.com', 'login.example.com'],
    ...['localhost:4100', '[::1]'],
  );
  const asked = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.array(part, { maxLength: 6 }).map((parts) => `https://gwanje.example.com${parts.join('')}`),
    fc.anything(),
  );
  fc.assert(
    fc.property(asked, (value) => {
      const result = safeReturnUrl(value, rule);
      const { origin, username, password } = new URL(result);
      // One condition instead of many expectations, because this runs thousands of times.
      return (
        rule.allowedOrigins.includes(origin) &&
        result.startsWith(`${origin}/`) &&
        username + password === '' &&
        /^[\x21-\x7e]+$/.test(result) &&
        safeReturnUrl(result, rule) === result
      );
    }),
    { numRuns: 300 },
  );
});
