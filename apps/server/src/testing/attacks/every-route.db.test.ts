import { API_PREFIX, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE } from '@gwanje/contract/users/login';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { collectRoutes, HOSTILE_TEXTS, listedAttacks, REVEALING } from '@gwanje/testkit/attacks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import { examples } from '../examples.ts';
import { checksum, startTestApp, type TestApp } from '../test-app.ts';

const routes = collectRoutes();
const names = Object.keys(endpoints) as EndpointName[];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

it('every route is attacked: a call by its example, another route by a row in docs/security.md', () => {
  const calls = new Set(
    names.map((name) => `${endpoints[name].method} ${API_PREFIX}${endpoints[name].path}`),
  );
  const others = [...routes].filter((route) => !calls.has(route));
  expect(others.length).toBeLessThan(routes.size);
  expect(names.filter((name) => !(name in examples))).toEqual([]);
  const listed = new Set(listedAttacks().flatMap(({ entryPoints }) => entryPoints));
  expect(others.filter((route) => !listed.has(route))).toEqual([]);
});

it('no route reveals code or statements for a hostile address', async () => {
  const cookie = `${SESSION_COOKIE}=${await app.newToken('key')}`;
  const before = await checksum(app.db);
  const failed: string[] = [];
  for (const route of routes) {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET' || path === endpoints.openStream.path) continue;
    for (const text of HOSTILE_TEXTS) {
      const value = encodeURIComponent(text);
      const url = path.replace(/:\w+|\*/g, value);
      for (const address of [`${url}?${value}=${value}`, `${url}?subGroupIdList=${value}`]) {
        const { statusCode, body } = await app.app.inject({ url: address, headers: { cookie } });
        if (statusCode === 500 || REVEALING.test(body)) failed.push(`${statusCode} ${address}`);
      }
    }
  }
  expect(failed).toEqual([]);
  expect(await checksum(app.db)).toBe(before);
});

it("no call accepts a cluster's token, or a session in the address", async () => {
  const accepted: string[] = [];
  const bearer = { origin: app.origin, authorization: `Bearer ${clusterTokens.make().token}` };
  const session = `${SESSION_COOKIE}=${await app.newToken('key')}`;
  for (const name of names) {
    const { method, path }: Endpoint = endpoints[name];
    const url = `${API_PREFIX}${path.replace(/:\w+/g, '1')}`;
    const byToken = await app.app.inject({ method, url, headers: bearer });
    const bySession = await app.app.inject({
      method,
      url: `${url}?${session}`,
      headers: { origin: app.origin },
    });
    // After fifty wrong tokens the address has to wait.
    if (![errors.sessionFailed.code, errors.tooManyRequests.code].includes(byToken.json().code))
      accepted.push(name);
    if (bySession.json().code !== errors.sessionFailed.code) accepted.push(name);
  }
  expect(accepted).toEqual([]);
});
