import { API_PREFIX, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
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
  const headers = {
    cookie: `${SESSION_COOKIE}=${await app.newToken('key')}`,
    'sec-fetch-site': 'same-origin',
  };
  const before = await checksum(app.db);
  const failed: string[] = [];
  for (const route of routes) {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET' || path === API_PREFIX + endpoints.openStream.path) continue;
    const hasValue = /[:*]/.test(path);
    for (const [index, text] of HOSTILE_TEXTS.entries()) {
      // An address without a value of its own is attacked by its query alone.
      if (!hasValue && index > 2) break;
      const value = encodeURIComponent(text);
      const query = index % 2 === 0 ? `subGroupIdList=${value}` : `${value}=${value}`;
      const url = `${path.replace(/:\w+|\*/g, value)}?${query}`;
      const { statusCode, body } = await app.app.inject({ url, headers });
      if (statusCode === 500 || REVEALING.test(body)) failed.push(`${statusCode} ${url}`);
    }
  }
  expect(failed).toEqual([]);
  expect(await checksum(app.db)).toBe(before);
});

it("no call accepts a cluster's token, or a session in the address", async () => {
  const accepted: string[] = [];
  const { hostId } = await app.db.selectFrom('cluster').select('hostId').executeTakeFirstOrThrow();
  const { token, tokenHash, prefix } = clusterTokens.make();
  await app.db.insertInto('clusterToken').values({ hostId, role: 'cluster', tokenHash, prefix }).execute();
  const session = `${SESSION_COOKIE}=${await app.newToken('key')}`;
  for (const [index, name] of names.entries()) {
    const { method, path }: Endpoint = endpoints[name];
    const url = `${API_PREFIX}${path.replace(/:\w+/g, String(hostId))}`;
    // After fifty wrong tokens an address has to wait.
    const remoteAddress = `192.0.2.${index}`;
    const { origin } = app;
    const answers = await Promise.all([
      app.app.inject({ method, url, remoteAddress, headers: { origin, authorization: `Bearer ${token}` } }),
      app.app.inject({ method, url: `${url}?${session}`, remoteAddress, headers: { origin } }),
    ]);
    if (answers.some((answer) => answer.json().code !== errors.sessionFailed.code)) accepted.push(name);
  }
  expect(accepted).toEqual([]);
});
