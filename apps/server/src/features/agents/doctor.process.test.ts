import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Finding, InstallFinding } from '@gwanje/contract/agent/install-findings';
import { checkClusterInsert, getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { freePort } from '@gwanje/testkit/free-port';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { changeRows, rowOf } from '@gwanje/testkit/testing/rows';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startTroubledCluster,
  type TroubledCluster,
} from '../../../../../tools/simulator/src/testing/troubled-cluster.ts';
import { type RunningAgent, startAgent } from '../../../../agent/src/agent.ts';
import type { ReadCredentials } from '../../../../agent/src/kubernetes/credentials.ts';
import { readSettings } from '../../../../agent/src/settings.ts';
import { type Caller, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, userNoOf } from '../../testing/world.ts';
import { addToken } from '../logs/testing/test-agent.ts';

/*
 * Causes each problem with a real agent, the simulator's API server and kubelets, and the server's ingest.
 * The doctor (the installation check) must report the finding for that problem.
 */

/** A finding takes seconds; on a busy machine much longer. */
const TIMEOUT_MS = 240_000;
const PATIENT = { timeout: TIMEOUT_MS, interval: 100 };

let app: TestApp;
let caller: Caller;
let subGroupId: number;
let serverUrl: string;
let cluster: TroubledCluster;
let closedPort: number;
/** Offset of the server's clock. */
let skewMs = 0;
const shared = new AsyncDisposableStack();
const nodeAgents = shared.use(new AsyncDisposableStack());
const clustersWithTrouble: (KubeletTrouble & { readonly hostId: number })[] = [];
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
  closedPort = await freePort();
}, 2 * TIMEOUT_MS);
afterAll(() => shared.disposeAsync());
afterEach(async () => {
  await agents.disposeAsync();
  agents = new AsyncDisposableStack();
  skewMs = 0;
});

interface Login {
  readonly token: string;
  readonly url?: string;
  readonly ca?: string | null;
}

function credentials({ token, url = cluster.url, ca = cluster.ca }: Login): ReadCredentials {
  const headers = { authorization: `Bearer ${token}` };
  return async () => ({ server: url, headers, isInsecure: false, ...(ca === null ? {} : { ca }) });
}

type ClusterWithTokens = Awaited<ReturnType<typeof addClusterWithTokens>>;

/** A cluster with a token for each role, as after the download of its manifest. */
async function addClusterWithTokens() {
  const hostId = await addCluster(app.db, subGroupId);
  await app.services.pipeline.clusterChanged(hostId);
  const issue = async (role: 'cluster' | 'node') => (await addToken(app.db, hostId, role)).token;
  return { hostId, token: await issue('cluster'), nodeToken: await issue('node') };
}

let agentCnt = 0;
/** The real agent. It sends a heartbeat several times a second instead of every 15 seconds. */
async function runAgent(
  { hostId, token, nodeToken }: ClusterWithTokens,
  login: Login,
  args: readonly string[],
  stack = agents,
): Promise<RunningAgent> {
  const ownToken = args.includes('node') ? nodeToken : token;
  const { claimKey } = await rowOf(app.db, 'cluster', { hostId }, ['claimKey']);
  const common = ['--server', serverUrl, '--token', ownToken, '--cluster-key', claimKey];
  const own = ['--port', '0', '--sample-every-ms', '500', '--data-dir', join(folder, `${++agentCnt}`)];
  const agent = await startAgent({
    settings: readSettings([...common, ...own, ...args], {}),
    logger: pino({ level: 'silent' }),
    environment: {},
    readCredentials: credentials(login),
    heartbeatEveryMs: 300,
  });
  return stack.use(agent);
}

/** The agent runs outside the cluster. It does not read the file, because the test passes the credentials. */
const KUBECONFIG_ARGS = ['--kubeconfig', 'unused'];
const CLUSTER_ROLE_ARGS = ['--role', 'cluster'];
function nodeRoleArgs(at: number, address?: string): string[] {
  const { nodeName = '', url = '' } = cluster.kubelets[at] ?? {};
  return ['--role', 'node', '--node-name', nodeName, '--kubelet-address', address ?? url];
}

type KubeletTrouble = ReturnType<typeof kubeletTroubles>[number];

function kubeletTroubles() {
  const login = { token: cluster.tokens.agent };
  const name = cluster.kubelets[0]?.nodeName ?? '';
  const args = nodeRoleArgs(0);
  const closed = nodeRoleArgs(0, `https://127.0.0.1:${closedPort}`);
  return [
    { finding: 'kubeletTls', name, login: { ...login, ca: null }, args },
    { finding: 'kubeletUnauthorized', name, login: { token: 'nobody' }, args },
    { finding: 'missingRight', name: 'get nodes/stats', login: { token: 'sim-noStatistics' }, args },
    { finding: 'kubeletUnreachable', name, login, args: closed },
    { finding: 'kubeletError', name: cluster.broken, login, args: nodeRoleArgs(1) },
  ] as const;
}

const installCheck = (hostId: number) => caller.ok(checkClusterInsert, { params: { hostId } });

/** Waits until the doctor reports the finding. */
function waitForFinding(hostId: number, finding: InstallFinding): Promise<Finding> {
  const found = async () => {
    const { findingList } = await installCheck(hostId);
    const one = findingList.find((each) => each.finding === finding);
    if (!one) throw new Error(`not found: ${finding}; but ${JSON.stringify(findingList)}`);
    return one;
  };
  return vi.waitFor(found, PATIENT);
}

describe('the doctor of an installation finds', { timeout: 2 * TIMEOUT_MS }, () => {
  beforeAll(async () => {
    // These agents collect while the other tests run.
    for (const trouble of kubeletTroubles()) {
      const place = await addClusterWithTokens();
      await runAgent(place, trouble.login, trouble.args, nodeAgents);
      clustersWithTrouble.push({ ...trouble, ...place });
    }
  });

  it('that every step is done, and only the one kubelet that is broken', async () => {
    const at = await addClusterWithTokens();
    await runAgent(at, { token: cluster.tokens.outside }, KUBECONFIG_ARGS);
    const answer = async () => {
      const { isComplete, findingList } = await installCheck(at.hostId);
      return { isComplete, findings: findingList.map(({ finding, nameList }) => [finding, nameList]) };
    };
    await expect
      .poll(answer, PATIENT)
      .toEqual({ isComplete: true, findings: [['kubeletError', [cluster.broken]]] });
  });

  it('an unknown token, for the cluster whose key the agent has', async () => {
    const at = await addClusterWithTokens();
    const token = `gwj_${randomBytes(32).toString('base64url')}`;
    await runAgent({ ...at, token }, { token: cluster.tokens.outside }, KUBECONFIG_ARGS);
    await waitForFinding(at.hostId, 'unknownToken');
    const { stepList } = await installCheck(at.hostId);
    expect(stepList.map(({ state }) => state)).toEqual(['done', 'failed', 'waiting', 'waiting']);
  });

  it('a revoked token', async () => {
    const at = await addClusterWithTokens();
    await changeRows(app.db, 'clusterToken', { hostId: at.hostId }, { revokedAt: app.clock.now() });
    await waitForFinding(at.hostId, 'noValidToken');
    await runAgent(at, { token: cluster.tokens.outside }, KUBECONFIG_ARGS);
    await waitForFinding(at.hostId, 'revokedToken');
  });

  it('missing rights, and names each right', async () => {
    const at = await addClusterWithTokens();
    await runAgent(at, { token: 'sim-noPods' }, CLUSTER_ROLE_ARGS);
    const rights = async () => (await waitForFinding(at.hostId, 'missingRight')).nameList.toSorted();
    await expect.poll(rights, PATIENT).toEqual(['list deployments.apps', 'list pods']);
    await expect
      .poll(async () => (await caller.ok(getClusterSummary, { params: { hostId: at.hostId } })).monResult)
      .toBe('stale');
  });

  it("an API server that rejects the agent's credentials", async () => {
    const at = await addClusterWithTokens();
    await runAgent(at, { token: 'nobody' }, CLUSTER_ROLE_ARGS);
    await waitForFinding(at.hostId, 'apiUnauthorized');
  });

  it('that an agent outside the cluster lacks nodes/proxy', async () => {
    const at = await addClusterWithTokens();
    await runAgent(at, { token: cluster.tokens.agent }, KUBECONFIG_ARGS);
    expect((await waitForFinding(at.hostId, 'apiProxyForbidden')).nameList).toEqual(['get nodes/proxy']);
  });

  it('an API server that cannot be reached', async () => {
    const at = await addClusterWithTokens();
    const url = `https://127.0.0.1:${closedPort}`;
    await runAgent(at, { token: cluster.tokens.agent, url }, CLUSTER_ROLE_ARGS);
    const { detail } = await waitForFinding(at.hostId, 'apiUnreachable');
    expect(detail).toContain('ECONNREFUSED');
  });

  it('problems of kubelets: certificate, credentials, rights, connection, errors; each with its node', async () => {
    expect(clustersWithTrouble).toHaveLength(5);
    for (const { hostId, finding, name } of clustersWithTrouble)
      expect((await waitForFinding(hostId, finding)).nameList).toContain(name);
    await nodeAgents.disposeAsync();
  });

  it('nodes without an agent, virtual nodes that cannot run one, and then a silent cluster', async () => {
    const at = await addClusterWithTokens();
    await runAgent(at, { token: cluster.tokens.agent }, CLUSTER_ROLE_ARGS);
    const { nameList } = await waitForFinding(at.hostId, 'nodeWithoutStatistics');
    expect(nameList).toEqual(['virtual-node-aci-linux']);
    const { findingList } = await installCheck(at.hostId);
    expect(findingList.map(({ finding }) => finding)).not.toContain('nodeAgentsMissing');
    skewMs = 3 * 60_000;
    const missing = async () => (await waitForFinding(at.hostId, 'nodeAgentsMissing')).nameList;
    // Until the first heartbeat at the new time, the server does not know what the agent reports.
    await expect.poll(missing).not.toContain('virtual-node-aci-linux');
    expect(await missing()).toContain(cluster.kubelets[0]?.nodeName);
    await agents.disposeAsync();
    agents = new AsyncDisposableStack();
    skewMs = 10 * 60_000;
    await waitForFinding(at.hostId, 'silent');
  });

  it('that the inventory stopped while the node agents continue', async () => {
    const at = await addClusterWithTokens();
    const login = { token: cluster.tokens.agent };
    const clusterAgent = await runAgent(at, login, CLUSTER_ROLE_ARGS);
    await runAgent(at, login, nodeRoleArgs(0));
    await expect.poll(async () => (await installCheck(at.hostId)).isComplete, PATIENT).toBe(true);
    await clusterAgent[Symbol.asyncDispose]();
    skewMs = 6 * 60_000;
    await waitForFinding(at.hostId, 'inventorySilent');
    const { stepList, findingList } = await installCheck(at.hostId);
    expect(stepList.find(({ step }) => step === 'inventory')).toMatchObject({ state: 'failed' });
    expect(findingList.map(({ finding }) => finding)).not.toContain('silent');
  });

  it('a wrong clock, and samples from the future', async () => {
    skewMs = -3_600_000;
    await expect.poll(() => app.clock.now().getTime() - Date.now()).toBeLessThan(-3_500_000);
    const at = await addClusterWithTokens();
    await runAgent(at, { token: cluster.tokens.outside }, KUBECONFIG_ARGS);
    expect((await waitForFinding(at.hostId, 'clockSkew')).detail).toMatch(/^\+3[56]\d\d s$/);
    // One clock is wrong, but it is not known yet which. The agent keeps the samples meanwhile.
    skewMs += 120_000;
    await waitForFinding(at.hostId, 'futureClock');
  });

  it('an agent that is older than the server', async () => {
    const { hostId, token } = await addClusterWithTokens();
    const answer = await post(token, {
      schema: 1,
      agent: { id: 'old', role: 'cluster', version: '0.0.9' },
      seq: 1,
      sentAt: app.clock.now().toISOString(),
    });
    expect(answer.status).toBe(200);
    expect(await waitForFinding(hostId, 'outdatedAgent')).toMatchObject({ cnt: 1, nameList: ['0.0.9'] });
  });

  it('unreadable batches', async () => {
    const { hostId, token } = await addClusterWithTokens();
    expect((await post(token, { schema: 1, agent: 'nobody' })).status).toBe(400);
    await waitForFinding(hostId, 'unreadableBatches');
  });

  it('a server address on this machine at once, and no connection some minutes after the token was issued', async () => {
    const { hostId } = await addClusterWithTokens();
    const { findingList, serverUrl: inManifest } = await installCheck(hostId);
    expect(findingList).toMatchObject([{ finding: 'localServerUrl', nameList: [inManifest] }]);
    skewMs = 2 * 60_000 + 5000;
    await waitForFinding(hostId, 'noConnection');
  });
});

function post(token: string, batch: object): Promise<Response> {
  return fetch(`${serverUrl}/ingest/v1/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  });
}
