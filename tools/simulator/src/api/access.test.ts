import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Json, READ_PATHS, type Started, startForTest } from '../testing/start.ts';

const NARROW = 'narrow-token';
let started: Started;
beforeAll(async () => {
  const rules = [
    { verbs: ['watch'], apiGroups: [''], resources: ['pods'] },
    { verbs: ['list'], apiGroups: ['apps'], resources: ['deployments'] },
  ];
  started = await startForTest({ accounts: [{ token: NARROW, user: 'narrow', rules }] });
});
afterAll(() => started[Symbol.asyncDispose]());

async function answerTo(path: string, token: string): Promise<[number, string]> {
  const controller = new AbortController();
  const answer = await started.ask(path, token, { signal: controller.signal });
  if (answer.ok) {
    controller.abort();
    return [answer.status, ''];
  }
  return [answer.status, ((await answer.json()) as Json).message];
}

test('a wrong token has no user', async () => {
  expect(await answerTo('/api/v1/pods', 'wrong')).toEqual([401, 'Unauthorized']);
});

test('a role allows its rules and nothing else', async () => {
  const user = 'User "narrow" cannot';
  expect(await answerTo('/api/v1/pods', NARROW)).toEqual([
    403,
    `pods is forbidden: ${user} list resource "pods" in API group "" at the cluster scope`,
  ]);
  expect((await answerTo('/api/v1/pods?watch=1&timeoutSeconds=1', NARROW))[0]).toBe(200);
  expect((await answerTo('/apis/apps/v1/deployments', NARROW))[0]).toBe(200);
  expect(await answerTo('/apis/apps/v1/deployments?watch=1', NARROW)).toEqual([
    403,
    `deployments.apps is forbidden: ${user} watch resource "deployments" in API group "apps" at the cluster scope`,
  ]);
});

test('the agent reads its kinds, and kubelets through the proxy only from outside', async () => {
  const { agent, outside } = started.first.accounts;
  for (const path of READ_PATHS) expect([path, await answerTo(path, agent.token)]).toEqual([path, [200, '']]);
  const [node] = (await started.get('/api/v1/nodes')).items;
  const proxy = `/api/v1/nodes/${node.metadata.name}/proxy/stats/summary`;
  expect(await answerTo(proxy, agent.token)).toEqual([
    403,
    `nodes "${node.metadata.name}" is forbidden: User "${agent.user}" cannot get resource "nodes/proxy" in API group "" at the cluster scope`,
  ]);
  expect((await answerTo(proxy, outside.token))[0]).toBe(200);
});

test('an anonymous client may read the version and nothing of the cluster', async () => {
  expect((await answerTo('/version', ''))[0]).toBe(200);
  expect((await answerTo('/apis/apps/v1/deployments', ''))[0]).toBe(403);
});
