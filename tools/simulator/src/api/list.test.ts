import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Json, type Started, startForTest } from '../testing/start.ts';

let started: Started;
beforeAll(async () => {
  started = await startForTest({ historyLimit: 4000 });
});
afterAll(() => started[Symbol.asyncDispose]());

const names = (list: Json): string[] =>
  list.items.map(({ metadata }: Json) => `${metadata.namespace}/${metadata.name}`);

test('pages show one version, even with changes between them', async () => {
  const whole = await started.get('/api/v1/pods');
  let page = await started.get('/api/v1/pods?limit=7');
  const read: Json[] = [...page.items];
  const { resourceVersion } = page.metadata;
  expect(page.metadata.remainingItemCount).toBe(whole.items.length - 7);
  while (page.metadata.continue) {
    started.simulator.engine.start('scale-down', { cluster: 'aks-test', seconds: 1 });
    started.clock.advance(5000);
    page = await started.get(`/api/v1/pods?limit=7&continue=${encodeURIComponent(page.metadata.continue)}`);
    expect(page.metadata.resourceVersion).toBe(resourceVersion);
    read.push(...page.items);
  }
  expect(read).toEqual(whole.items);
  expect(names(await started.get('/api/v1/pods'))).not.toEqual(names(whole));
});

test('a list at an exact version shows the objects of that version', async () => {
  const then = await started.get('/api/v1/pods');
  started.simulator.engine.start('rollout', { cluster: 'aks-test' });
  started.clock.advance(60_000);
  const rv = then.metadata.resourceVersion;
  expect(await started.get(`/api/v1/pods?resourceVersion=${rv}&resourceVersionMatch=Exact`)).toEqual(then);
  const fresh = await started.get(`/api/v1/pods?resourceVersion=${rv}&resourceVersionMatch=NotOlderThan`);
  expect(Number(fresh.metadata.resourceVersion)).toBeGreaterThan(Number(rv));
});

test('an expired continue token gives 410 with a token for an inconsistent continuation', async () => {
  const page = await started.get('/api/v1/pods?limit=10');
  started.simulator.engine.start('watch-expiry', { cluster: 'aks-test', seconds: 1 });
  started.clock.advance(2000);
  const path = (token: string) => `/api/v1/pods?limit=10&continue=${encodeURIComponent(token)}`;
  const answer = await started.ask(path(page.metadata.continue));
  const status = (await answer.json()) as Json;
  expect([answer.status, status.kind, status.reason, status.code]).toEqual([410, 'Status', 'Expired', 410]);
  expect(status.message).toMatch(
    /^The provided continue parameter is too old to display a consistent list result\./,
  );
  const next = await started.get(path(status.metadata.continue));
  expect(names(next)[0]).toBe(names(await started.get('/api/v1/pods'))[10]);
  const exact = await started.ask(
    `/api/v1/pods?resourceVersion=${page.metadata.resourceVersion}&resourceVersionMatch=Exact`,
  );
  expect(exact.status).toBe(410);
});

test('a namespace lists only its objects, and a single object is the listed one plus its kind', async () => {
  const inShop = await started.get('/api/v1/namespaces/shop/pods');
  expect(inShop.items.length).toBeGreaterThan(0);
  expect(inShop.items.every(({ metadata }: Json) => metadata.namespace === 'shop')).toBe(true);
  const [pod] = inShop.items;
  expect(await started.get(`/api/v1/namespaces/shop/pods/${pod.metadata.name}`)).toEqual({
    kind: 'Pod',
    apiVersion: 'v1',
    ...pod,
  });
  expect((await started.get('/api/v1/namespaces/shop')).metadata.name).toBe('shop');
});

test.each([
  ['/api/v1/namespaces/shop/pods/none', 404, 'pods "none" not found'],
  ['/apis/apps/v1/namespaces/shop/deployments/none', 404, 'deployments.apps "none" not found'],
  ['/api/v1/secrets', 404, 'the server could not find the requested resource'],
  ['/nowhere', 404, 'the server could not find the requested resource'],
  ['/api/v1/pods?limit=x', 400, 'limit: Invalid value: "x"'],
  ['/api/v1/pods?continue=%00', 400, 'continue key is not valid: incorrect encoding for continue key'],
  ['/api/v1/pods?fieldSelector=spec.nodeName%3Da', 400, 'fieldSelector: the simulator supports no selectors'],
  ['/api/v1/pods?resourceVersion=99999999999', 504, /^Too large resource version/],
  ['/api/v1/nodes/none/proxy/stats/summary', 404, 'nodes "none" not found'],
  ['/api/v1/pods/%E0%A4%A', 400, 'the path is not well formed'],
])('%s is %i', async (path, code, message) => {
  const answer = await started.ask(path);
  const status = (await answer.json()) as Json;
  expect([answer.status, status.kind, status.status, status.code]).toEqual([code, 'Status', 'Failure', code]);
  expect(status.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

test('every write is refused', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await started.ask('/api/v1/namespaces/shop/pods/x', undefined, { method });
    const status = (await answer.json()) as Json;
    expect([answer.status, status.reason]).toEqual([405, 'MethodNotAllowed']);
  }
});

test('a large list is compressed for clients that accept it', async () => {
  const answer = await started.ask('/api/v1/pods', undefined, { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  const plain = await started.ask('/api/v1/pods', undefined, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await answer.text()).toBe(await plain.text());
});
