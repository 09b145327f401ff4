import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from './env.ts';
import { commonSettings, commonVariables, isOnLocalhost } from './settings.ts';

function settings(environment: Readonly<Record<string, string>> = {}) {
  return commonSettings(readEnvironment(commonVariables, environment));
}

describe('the common settings of console and login site', () => {
  test('follow from the ports by default', () => {
    expect(settings({ GWANJE_PORT: '5000', GWANJE_LOGIN_PORT: '5001' })).toMatchObject({
      dataDir: resolve('.data'),
      publicUrl: 'http://localhost:5000',
      loginUrl: 'http://localhost:5001',
      portalUrl: 'http://localhost:5001/portal',
      returnOrigins: ['http://localhost:5000', 'http://localhost:5001'],
      isSecure: false,
      host: '0.0.0.0',
    });
  });

  test('demo accounts are not offered to the network unless configured', () => {
    expect(settings({ GWANJE_DEMO: '1' }).host).toBe('127.0.0.1');
    expect(settings({ GWANJE_DEMO: '1', GWANJE_HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });

  test('cookies are secure when both sites use HTTPS', () => {
    const https = { GWANJE_PUBLIC_URL: 'https://a.example.com', GWANJE_LOGIN_URL: 'https://b.example.com' };
    expect(settings(https).isSecure).toBe(true);
    expect(settings({ ...https, GWANJE_LOGIN_URL: 'http://b.example.com' }).isSecure).toBe(false);
  });

  test('return origins are listed once each', () => {
    expect(
      settings({ GWANJE_RETURN_ORIGINS: 'http://localhost:4100,https://wiki.example.com' }).returnOrigins,
    ).toEqual(['http://localhost:4100', 'http://localhost:4101', 'https://wiki.example.com']);
  });

  test.each([
    ['example.com', 'example.com'],
    ['.example.com', 'example.com'],
  ])('cookie domain %s', (given, domain) =>
    expect(settings({ GWANJE_COOKIE_DOMAIN: given }).cookieDomain).toBe(domain),
  );

  test.each([
    { GWANJE_COOKIE_DOMAIN: 'com' },
    { GWANJE_COOKIE_DOMAIN: 'https://example.com' },
    { GWANJE_COOKIE_DOMAIN: 'example.com; Secure' },
    { GWANJE_DATABASE_URL: 'mysql://x' },
    { GWANJE_PORTAL_URL: 'javascript:alert(1)' },
    { GWANJE_LOG_LEVEL: 'loud' },
    { GWANJE_DEMO: 'true' },
    { GWANJE_TRUST_PROXY: 'true' },
    { GWANJE_TRUST_PROXY: 'proxy.example.com' },
    { GWANJE_TRUST_PROXY: '10.0.0.1,' },
    { GWANJE_TRUST_PROXY: '10.0.0.0/33' },
    { GWANJE_TRUST_PROXY: '10.0.0.0/8/8' },
  ])('%j is refused', (environment) => {
    expect(() => settings(environment)).toThrow(Object.keys(environment)[0]);
  });
});

test.each(['10.0.0.1', '10.0.0.0/8, 127.0.0.1', '::1', 'fd00::/8'])('proxies at %s are trusted', (given) => {
  expect(settings({ GWANJE_TRUST_PROXY: given }).trustProxy).toBe(given);
});

test('a host is this machine also in a short form of its address', () => {
  expect(['http://127.1:1', 'http://10.0.0.1'].map(isOnLocalhost)).toEqual([true, false]);
});
