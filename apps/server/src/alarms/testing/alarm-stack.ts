import { join } from 'node:path';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { z } from 'zod';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import { insertCluster } from '../../pipeline/testing/test-pipeline.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const SIMULATOR = join(ROOT, 'tools/simulator/src/main.ts');
const AGENT = join(ROOT, 'apps/agent/src/testing/stepping-agent.ts');
const START_WITHIN_MS = 120_000;

const Ready = z.object({
  ready: z.literal('simulator'),
  control: z.string(),
  clusters: z.array(z.object({ name: z.string(), kubeconfigs: z.object({ agent: z.string() }) })).min(1),
});

/** A simulator, an agent and the server with one clock, which the test moves. */
export interface AlarmStack extends AsyncDisposable {
  readonly app: TestApp;
  readonly hostId: number;
  /** Time passes, the agent reads and reports, the engine evaluates. */
  step(ms: number): Promise<void>;
  /** Time passes without a report of the agent. */
  stepInSilence(ms: number): Promise<void>;
  /** Starts a scenario. Returns a function that ends it. */
  scenario(name: string, options?: { readonly target?: string }): Promise<() => Promise<void>>;
}

export async function startAlarmStack(pods: number): Promise<AlarmStack> {
  await using stack = new AsyncDisposableStack();
  const app = stack.use(await startTestApp());
  const { clock, db, services } = app;
  const folder = stack.use(temporaryFolder()).path;
  const simulator = new TestProcess(SIMULATOR, {
    args: [
      '--port',
      '0',
      '--random-scenarios',
      '0',
      '--tls',
      '0',
      '--clusters',
      'aks',
      '--pods',
      `${pods}`,
      '--clock',
      clock.now().toISOString(),
    ],
    env: { GWANJE_DATA_DIR: folder, GWANJE_LOG_LEVEL: 'warn' },
  });
  stack.defer(async () => void (await simulator.kill()));
  const line = await simulator.waitForLine((said) => said.includes('"ready":"simulator"'), START_WITHIN_MS);
  const { control, clusters } = Ready.parse(JSON.parse(line));
  const [cluster] = clusters;
  if (!cluster) throw new Error('no cluster');
  const hostId = await insertCluster(db);
  await services.collector.clusterChanged(hostId);
  const { token, tokenHash, prefix } = clusterTokens.make();
  await db.insertInto('clusterToken').values({ hostId, tokenHash, prefix }).execute();
  const server = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new TestProcess(AGENT, {
    args: [
      control,
      cluster.name,
      ...['--server', server, '--token', token, '--kubeconfig', cluster.kubeconfigs.agent],
      ...['--data-dir', join(folder, 'agent')],
    ],
  });
  stack.defer(async () => void (await agent.kill()));
  const said = await agent.waitForLine((one) => one.startsWith('listening at '), START_WITHIN_MS);
  const agentUrl = said.slice('listening at '.length);

  async function ask(method: 'POST' | 'DELETE', url: string, body?: object): Promise<string> {
    const answer = await fetch(url, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
    return text;
  }

  async function pass(ms: number): Promise<void> {
    const { now } = z
      .object({ now: z.string() })
      .parse(JSON.parse(await ask('POST', `${control}/clock`, { advanceMs: ms })));
    clock.set(now);
  }

  const opened = stack.move();
  return {
    app,
    hostId,
    async step(ms) {
      await pass(ms);
      await ask('POST', agentUrl);
      await services.alarms.engine.evaluate(hostId);
    },
    async stepInSilence(ms) {
      await pass(ms);
      await services.alarms.engine.evaluate(hostId);
    },
    async scenario(name, options = {}) {
      const { id } = z
        .object({ id: z.number() })
        .parse(JSON.parse(await ask('POST', `${control}/scenarios/${name}`, options)));
      return async () => void (await ask('DELETE', `${control}/scenarios/running/${id}`));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
