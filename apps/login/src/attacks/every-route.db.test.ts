import { collectRoutes, HOSTILE_TEXTS, listedAttacks, REVEALING } from '@gwanje/testkit/attacks';
import { beforeAll, expect, test } from 'vitest';
import { insertUser, loginSiteForTests } from '../testing/login-site.ts';

const routes = collectRoutes();
const site = loginSiteForTests({
  // No server listens there, and no name is resolved.
  GWANJE_OIDC_ISSUER: 'http://127.0.0.1:9',
  GWANJE_OIDC_CLIENT_ID: 'gwanje',
  GWANJE_OIDC_CLIENT_SECRET: 'secret',
});

beforeAll(async () => {
  await insertUser(site.db, { userId: 'operator' });
});

test('every route of the login site is attacked by a row in docs/security.md', () => {
  const listed = new Set(listedAttacks().flatMap(({ entryPoints }) => entryPoints));
  expect([...routes].filter((route) => !listed.has(route))).toEqual([]);
});

test('no route of the login site reveals code or statements for a hostile address', async () => {
  const browser = site.browser();
  await browser.signIn('operator');
  const failed: string[] = [];
  for (const route of routes) {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET') continue;
    for (const text of HOSTILE_TEXTS) {
      const value = encodeURIComponent(text);
      const address = `${path.replace(/:\w+|\*/g, value)}?returnUrl=${value}&lang=${value}&state=${value}`;
      const { statusCode, body, headers } = await browser.navigate(address);
      const isSentAway = /^https?:\/\/(?!localhost)/.test(headers.location ?? '');
      if (statusCode === 500 || isSentAway || REVEALING.test(body)) failed.push(`${statusCode} ${address}`);
    }
  }
  expect(failed).toEqual([]);
});
