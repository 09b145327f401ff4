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

test('an expired continue token gives 410', async () => {
  const page = await started.get('/api/v1/pods?limit=10');
  started.simulator.engine.start('watch-expiry', { cluster: 'aks-test', seconds: 1 });
  started.clock.advance(2000);
  const answer = await started.ask(
    `/api/v1/pods?limit=10&continue=${encodeURIComponent(page.metadata.continue)}`,
  );
  const status = (await answer.json()) as Json;
  expect([answer.status, status.kind, status.reason, status.code]).toEqual([410, 'Status', 'Expired', 410]);
  expect(status.message).toMatch(
    /^The provided continue parameter is too old to display a consistent list result\./,
  );
});

test.each([
  ['/api/v1/secrets', 404, 'the server could not find the requested resource'],
  ['/nowhere', 404, 'the server could not find the requested resource'],
  ['/api/v1/pods?limit=x', 400, 'limit: Invalid value: "x"'],
  ['/api/v1/pods?continue=%00', 400, 'continue key is not valid: incorrect encoding for continue key'],
  ['/api/v1/pods?fieldSelector=spec.nodeName%3Da', 400, 'fieldSelector: the simulator does not support it'],
  ['/api/v1/nodes/none/proxy/stats/summary', 404, 'nodes "none" not found'],
  ['/api/v1/nodes/%E0%A4%A/proxy/stats/summary', 400, 'the path is not well formed'],
])('%s is %i', async (path, code, message) => {
  const answer = await started.ask(path);
  const status = (await answer.json()) as Json;
  expect([answer.status, status.kind, status.status, status.code]).toEqual([code, 'Status', 'Failure', code]);
  expect(status.message).toBe(message);
});

test('every write is refused', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await started.ask('/api/v1/pods', undefined, { method });
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
