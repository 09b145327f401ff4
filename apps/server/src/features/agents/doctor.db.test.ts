import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Finding, InstallFinding } from '@gwanje/contract/agent/findings';
import { checkClusterInsert } from '@gwanje/contract/clusters/clusters';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import { type Caller, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, userNoOf } from '../../testing/world.ts';

/*
 * Causes every problem for real, with an agent, the simulator's API server and kubelets, and the server's
 * ingest. The doctor must report exactly that problem by its name.
 */

const ROOT = join(import.meta.dirname, '../../../../..');
const AGENT = join(ROOT, 'apps/agent/src/testing/agent-with-frequent-heartbeats.ts');
const TROUBLED = join(ROOT, 'tools/simulator/src/testing/troubled-cluster.ts');
/** A finding takes seconds. A busy machine may take much longer to start the agent. */
const WITHIN_MS = 240_000;

const Troubled = z.object({
  url: z.string(),
  ca: z.string(),
  tokens: z.object({ agent: z.string(), outside: z.string() }),
  kubelets: z.array(z.object({ nodeName: z.string(), url: z.string() })).min(2),
  broken: z.string(),
});

let app: TestApp;
let caller: Caller;
let subGroupId: number;
let serverUrl: string;
let cluster: z.output<typeof Troubled>;
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
  const simulator = shared.use(new TestProcess(TROUBLED));
  cluster = Troubled.parse(
    JSON.parse(await simulator.waitForLine((line) => line.startsWith('{'), WITHIN_MS)),
  );
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

let files = 0;
function kubeconfig({ token, url = cluster.url, ca = cluster.ca }: Login): string {
  const path = join(folder, `${++files}.kubeconfig`);
  const trust = ca === null ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: url, ...trust } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
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

function runAgent(
  { hostId, token }: { hostId: number; token: string },
  args: readonly string[],
  stack = agents,
): TestProcess {
  const common = ['--server', serverUrl, '--token', token, '--cluster-id', String(hostId)];
  const own = ['--port', '0', '--sample-every-ms', '500', '--data-dir', join(folder, `agent-${++files}`)];
  return stack.use(new TestProcess(AGENT, { args: [...common, ...own, ...args] }));
}

const nodeAgent = (at: number, login: Login, address?: string) => {
  const kubelet = cluster.kubelets.at(at);
  return [
    ...['--role', 'node', '--kubeconfig', kubeconfig(login), '--node-name', kubelet?.nodeName ?? ''],
    ...['--kubelet-address', address ?? kubelet?.url ?? ''],
  ];
};

interface KubeletTrouble {
  readonly finding: InstallFinding;
  readonly name: string;
  readonly args: readonly string[];
}

function kubeletTroubles(): KubeletTrouble[] {
  const login = { token: cluster.tokens.agent };
  const name = cluster.kubelets[0]?.nodeName ?? '';
  return [
    { finding: 'kubeletTls', name, args: nodeAgent(0, { ...login, ca: null }) },
    { finding: 'kubeletUnauthorized', name, args: nodeAgent(0, { token: 'nobody' }) },
    { finding: 'missingRight', name: 'get nodes/stats', args: nodeAgent(0, { token: 'sim-noStatistics' }) },
    { finding: 'kubeletUnreachable', name, args: nodeAgent(0, login, `https://127.0.0.1:${closedPort}`) },
    { finding: 'kubeletError', name: cluster.broken, args: nodeAgent(1, login) },
  ];
}

const ask = (hostId: number) => caller.ok(checkClusterInsert, { params: { hostId } });

/** Waits until the doctor reports the finding. */
async function finds(hostId: number, finding: InstallFinding): Promise<Finding> {
  const untilMs = Date.now() + WITHIN_MS;
  for (;;) {
    const { findingList } = await ask(hostId);
    const found = findingList.find((one) => one.finding === finding);
    if (found) return found;
    if (Date.now() > untilMs) throw new Error(`not found: ${finding}; but ${JSON.stringify(findingList)}`);
    await delay(100);
  }
}

describe('the doctor of an installation', { timeout: 2 * WITHIN_MS }, () => {
  it('finds nothing in a healthy cluster, and reports every step as done', async () => {
    const at = await watched();
    runAgent(at, ['--kubeconfig', kubeconfig({ token: cluster.tokens.outside })]);
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
    // These agents start before the tests ask for their findings.
    for (const trouble of kubeletTroubles()) {
      const place = await watched();
      runAgent(place, trouble.args, ofNodes);
      troubled.push({ ...trouble, ...place });
    }
  });

  it('an unknown token, for the cluster that the agent names', async () => {
    const at = await watched();
    const token = `gwj_${randomBytes(32).toString('base64url')}`;
    runAgent({ ...at, token }, ['--kubeconfig', kubeconfig({ token: cluster.tokens.outside })]);
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
    runAgent(at, ['--kubeconfig', kubeconfig({ token: cluster.tokens.outside })]);
    await finds(at.hostId, 'revokedToken');
  });

  it('missing rights, each by its name', async () => {
    const at = await watched();
    runAgent(at, ['--role', 'cluster', '--kubeconfig', kubeconfig({ token: 'sim-noPods' })]);
    await expect
      .poll(async () => [...(await finds(at.hostId, 'missingRight')).nameList].sort(), {
        timeout: WITHIN_MS,
        interval: 100,
      })
      .toEqual(['list deployments.apps', 'list pods']);
  });

  it('an API server that does not know the agent', async () => {
    const at = await watched();
    runAgent(at, ['--role', 'cluster', '--kubeconfig', kubeconfig({ token: 'nobody' })]);
    await finds(at.hostId, 'apiUnauthorized');
  });

  it('an API server that cannot be reached', async () => {
    const at = await watched();
    const url = `https://127.0.0.1:${closedPort}`;
    runAgent(at, ['--role', 'cluster', '--kubeconfig', kubeconfig({ token: cluster.tokens.agent, url })]);
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
    runAgent(at, ['--role', 'cluster', '--kubeconfig', kubeconfig({ token: cluster.tokens.agent })]);
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
    const dying = runAgent(at, ['--role', 'cluster', '--kubeconfig', kubeconfig(login)]);
    runAgent(at, nodeAgent(0, login));
    await expect
      .poll(async () => (await ask(at.hostId)).isComplete, { timeout: WITHIN_MS, interval: 100 })
      .toBe(true);
    await dying.kill();
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
    runAgent(at, ['--kubeconfig', kubeconfig({ token: cluster.tokens.outside })]);
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
