import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Finding, InstallFinding } from '@gwanje/contract/agent/findings';
import { checkClusterInsert } from '@gwanje/contract/clusters/clusters';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startTroubledCluster,
  type TroubledCluster,
} from '../../../../../tools/simulator/src/testing/troubled-cluster.ts';
import { type RunningAgent, startAgent } from '../../../../agent/src/agent.ts';
import type { ReadCredentials } from '../../../../agent/src/kubernetes/credentials.ts';
import { readSettings } from '../../../../agent/src/settings.ts';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import { type Caller, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, userNoOf } from '../../testing/world.ts';

/*
 * Causes every problem for real, with an agent, the simulator's API server and kubelets, and the server's
 * ingest. The doctor must report exactly that problem by its name.
 */

/** A finding takes seconds. A busy machine may take much longer. */
const WITHIN_MS = 240_000;

let app: TestApp;
let caller: Caller;
let subGroupId: number;
let serverUrl: string;
let cluster: TroubledCluster;
let closedPort: number;
/** Offset of the server's clock. */
let skewMs = 0;
const shared = new AsyncDisposableStack();
const ofNodes = shared.use(new AsyncDisposableStack());
const troubled: (KubeletTrouble & { readonly hostId: number })[] = [];
let agents = new AsyncDisposableStack();
const folder = shared.use(temporaryFolder()).path;

beforeAll(async () => {
  app = shared.use(await startTestApp());
  const { db } = app;
  app.clock.set(new Date());
  caller = await app.signIn('key');
  subGroupId = await addSubGroup(db, await addMetaGroup(db, await userNoOf(db, 'key')));
  const clock = setInterval(() => app.clock.set(new Date(Date.now() + skewMs)), 20);
  shared.defer(() => clearInterval(clock));
  serverUrl = await app.app.listen({ host: '127.0.0.1', port: 0 });
  cluster = shared.use(await startTroubledCluster());
  closedPort = await portOfNobody();
}, 2 * WITHIN_MS);
afterAll(() => shared.disposeAsync());
afterEach(async () => {
  await agents.disposeAsync();
  agents = new AsyncDisposableStack();
  skewMs = 0;
});

async function portOfNobody(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 1;
}

interface Login {
  readonly token: string;
  readonly url?: string;
  readonly ca?: string | null;
}

function credentials({ token, url = cluster.url, ca = cluster.ca }: Login): ReadCredentials {
  const headers = { authorization: `Bearer ${token}` };
  return async () => ({ server: url, headers, isInsecure: false, ...(ca === null ? {} : { ca }) });
}

/** A cluster with a token, as after the download of its manifest. */
async function watched(): Promise<{ hostId: number; token: string }> {
  const hostId = await addCluster(app.db, subGroupId);
  await app.services.pipeline.clusterChanged(hostId);
  const { token, tokenHash, prefix } = clusterTokens.make();
  const createdAt = app.clock.now();
  await app.db.insertInto('clusterToken').values({ hostId, tokenHash, prefix, createdAt }).execute();
  return { hostId, token };
}

let agentCnt = 0;
/** The real agent. It sends a heartbeat several times a second instead of every 15 seconds. */
async function runAgent(
  { hostId, token }: { hostId: number; token: string },
  login: Login,
  args: readonly string[],
  stack = agents,
): Promise<RunningAgent> {
  const common = ['--server', serverUrl, '--token', token, '--cluster-id', String(hostId)];
  const own = ['--port', '0', '--sample-every-ms', '500', '--data-dir', join(folder, `${++agentCnt}`)];
  const agent = await startAgent({
    settings: readSettings([...common, ...own, ...args], {}),
    logger: pino({ level: 'silent' }),
    environment: {},
    readCredentials: credentials(login),
    signOfLifeEveryMs: 300,
  });
  return stack.use(agent);
}

/** Outside the cluster. The file is not read, because the test gives the credentials. */
const OUTSIDE = ['--kubeconfig', 'unused'];
const CLUSTER_ROLE = ['--role', 'cluster'];
function nodeRole(at: number, address?: string): string[] {
  const { nodeName = '', url = '' } = cluster.kubelets[at] ?? {};
  return ['--role', 'node', '--node-name', nodeName, '--kubelet-address', address ?? url];
}

interface KubeletTrouble {
  readonly finding: InstallFinding;
  readonly name: string;
  readonly login: Login;
  readonly args: readonly string[];
}

function kubeletTroubles(): KubeletTrouble[] {
  const login = { token: cluster.tokens.agent };
  const name = cluster.kubelets[0]?.nodeName ?? '';
  const args = nodeRole(0);
  const closed = nodeRole(0, `https://127.0.0.1:${closedPort}`);
  return [
    { finding: 'kubeletTls', name, login: { ...login, ca: null }, args },
    { finding: 'kubeletUnauthorized', name, login: { token: 'nobody' }, args },
    { finding: 'missingRight', name: 'get nodes/stats', login: { token: 'sim-noStatistics' }, args },
    { finding: 'kubeletUnreachable', name, login, args: closed },
    { finding: 'kubeletError', name: cluster.broken, login, args: nodeRole(1) },
  ];
}

const ask = (hostId: number) => caller.ok(checkClusterInsert, { params: { hostId } });

/** Waits until the doctor reports the finding. */
function finds(hostId: number, finding: InstallFinding): Promise<Finding> {
  const found = async () => {
    const { findingList } = await ask(hostId);
    const one = findingList.find((each) => each.finding === finding);
    if (!one) throw new Error(`not found: ${finding}; but ${JSON.stringify(findingList)}`);
    return one;
  };
  return vi.waitFor(found, { timeout: WITHIN_MS, interval: 100 });
}

describe('the doctor of an installation', { timeout: 2 * WITHIN_MS }, () => {
  it('finds nothing in a healthy cluster, and reports every step as done', async () => {
    const at = await watched();
    await runAgent(at, { token: cluster.tokens.outside }, OUTSIDE);
    const answer = async () => {
      const { isComplete, findingList } = await ask(at.hostId);
      return { isComplete, findings: findingList.map(({ finding, nameList }) => [finding, nameList]) };
    };
    // The scenario breaks one kubelet; the doctor reports that one and nothing else.
    await expect
      .poll(answer, { timeout: WITHIN_MS, interval: 100 })
      .toEqual({ isComplete: true, findings: [['kubeletError', [cluster.broken]]] });
  });
});

describe('the doctor of an installation finds', { timeout: 2 * WITHIN_MS }, () => {
  beforeAll(async () => {
    // These agents collect while the other tests run.
    for (const trouble of kubeletTroubles()) {
      const place = await watched();
      await runAgent(place, trouble.login, trouble.args, ofNodes);
      troubled.push({ ...trouble, ...place });
    }
  });

  it('an unknown token, for the cluster that the agent names', async () => {
    const at = await watched();
    const token = `gwj_${randomBytes(32).toString('base64url')}`;
    await runAgent({ ...at, token }, { token: cluster.tokens.outside }, OUTSIDE);
    await finds(at.hostId, 'unknownToken');
    const { stepList } = await ask(at.hostId);
    expect(stepList.map(({ state }) => state)).toEqual(['done', 'failed', 'waiting', 'waiting']);
  });

  it('a token that was revoked', async () => {
    const at = await watched();
    await app.db
      .updateTable('clusterToken')
      .set({ revokedAt: app.clock.now() })
      .where('hostId', '=', at.hostId)
      .execute();
    await finds(at.hostId, 'noValidToken');
    await runAgent(at, { token: cluster.tokens.outside }, OUTSIDE);
    await finds(at.hostId, 'revokedToken');
  });

  it('missing rights, each by its name', async () => {
    const at = await watched();
    await runAgent(at, { token: 'sim-noPods' }, CLUSTER_ROLE);
    await expect
      .poll(async () => [...(await finds(at.hostId, 'missingRight')).nameList].sort(), {
        timeout: WITHIN_MS,
        interval: 100,
      })
      .toEqual(['list deployments.apps', 'list pods']);
  });

  it('an API server that does not know the agent', async () => {
    const at = await watched();
    await runAgent(at, { token: 'nobody' }, CLUSTER_ROLE);
    await finds(at.hostId, 'apiUnauthorized');
  });

  it('an API server that cannot be reached', async () => {
    const at = await watched();
    const url = `https://127.0.0.1:${closedPort}`;
    await runAgent(at, { token: cluster.tokens.agent, url }, CLUSTER_ROLE);
    const { detail } = await finds(at.hostId, 'apiUnreachable');
    expect(detail).toContain('ECONNREFUSED');
  });

  it('problems of kubelets: certificate, credentials, rights, connection, errors; each with its node', async () => {
    expect(troubled).toHaveLength(5);
    for (const { hostId, finding, name } of troubled)
      expect((await finds(hostId, finding)).nameList).toContain(name);
    await ofNodes.disposeAsync();
  });

  it('nodes without an agent, nodes that cannot run one, and then silence', async () => {
    const at = await watched();
    await runAgent(at, { token: cluster.tokens.agent }, CLUSTER_ROLE);
    expect((await finds(at.hostId, 'nodeWithoutStatistics')).nameList).toEqual(['virtual-node-aci-linux']);
    expect((await ask(at.hostId)).findingList.map(({ finding }) => finding)).not.toContain(
      'nodeAgentsMissing',
    );
    skewMs = 3 * 60_000;
    const { nameList } = await finds(at.hostId, 'nodeAgentsMissing');
    expect(nameList).toContain(cluster.kubelets[0]?.nodeName);
    expect(nameList).not.toContain('virtual-node-aci-linux');
    await agents.disposeAsync();
    agents = new AsyncDisposableStack();
    skewMs = 10 * 60_000;
    await finds(at.hostId, 'silent');
  });

  it('that the inventory stopped while the node agents continue', async () => {
    const at = await watched();
    const login = { token: cluster.tokens.agent };
    const dying = await runAgent(at, login, CLUSTER_ROLE);
    await runAgent(at, login, nodeRole(0));
    await expect
      .poll(async () => (await ask(at.hostId)).isComplete, { timeout: WITHIN_MS, interval: 100 })
      .toBe(true);
    await dying[Symbol.asyncDispose]();
    skewMs = 6 * 60_000;
    await finds(at.hostId, 'inventorySilent');
    const { stepList, findingList } = await ask(at.hostId);
    expect(stepList.find(({ step }) => step === 'inventory')).toMatchObject({ state: 'failed' });
    expect(findingList.map(({ finding }) => finding)).not.toContain('silent');
  });

  it('a wrong clock, and samples from the future', async () => {
    skewMs = -3_600_000;
    await expect.poll(() => app.clock.now().getTime() - Date.now()).toBeLessThan(-3_500_000);
    const at = await watched();
    await runAgent(at, { token: cluster.tokens.outside }, OUTSIDE);
    expect((await finds(at.hostId, 'clockSkew')).detail).toMatch(/^\+3[56]\d\d s$/);
    // Until then it is unknown which clock is wrong, and the agent keeps the samples.
    skewMs += 120_000;
    await finds(at.hostId, 'futureClock');
  });

  it('an agent that is older than the server', async () => {
    const { hostId, token } = await watched();
    const answer = await post(token, {
      schema: 1,
      agent: { id: 'old', role: 'cluster', version: '0.0.9' },
      seq: 1,
      sentAt: app.clock.now().toISOString(),
    });
    expect(answer.status).toBe(200);
    expect(await finds(hostId, 'outdatedAgent')).toMatchObject({ cnt: 1, nameList: ['0.0.9'] });
  });

  it('unreadable batches', async () => {
    const { hostId, token } = await watched();
    expect((await post(token, { schema: 1, agent: 'nobody' })).status).toBe(400);
    await finds(hostId, 'unreadableBatches');
  });

  it('no connection, after the agent was expected long enough', async () => {
    const { hostId } = await watched();
    expect((await ask(hostId)).findingList).toEqual([]);
    skewMs = 2 * 60_000 + 5000;
    await finds(hostId, 'noConnection');
  });
});

function post(token: string, batch: object): Promise<Response> {
  return fetch(`${serverUrl}/ingest/v1/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  });
}
