import { join } from 'node:path';
import { TestProcess } from '@gwanje/testkit/processes';
import { z } from 'zod';
import { clusterTokens } from '../../pipeline/receive/tokens/cluster-token.ts';
import { insertCluster } from '../../pipeline/testing/test-pipeline.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const STEPPED_AGENT = join(import.meta.dirname, '../../../../../tools/demo/testing/stepped-agent.ts');
const START_WITHIN_MS = 120_000;

/** A simulated cluster with its agent in another process, and the server. A test moves the clock of both. */
export interface AlarmStack extends AsyncDisposable {
  readonly app: TestApp;
  readonly hostId: number;
  /** Moves the clock; the agent sends its changes, and the engine evaluates. */
  step(ms: number): Promise<void>;
  /** Moves the clock; the agent sends nothing, and the engine evaluates. */
  stepInSilence(ms: number): Promise<void>;
  /** Starts a scenario and returns a function that ends it. */
  scenario(name: string, options?: { readonly target?: string }): Promise<() => Promise<void>>;
}

export async function startAlarmStack(pods: number): Promise<AlarmStack> {
  await using stack = new AsyncDisposableStack();
  const app = stack.use(await startTestApp());
  const { clock, db, services } = app;
  const hostId = await insertCluster(db);
  await services.pipeline.clusterChanged(hostId);
  const { token, tokenHash, prefix } = clusterTokens.make();
  await db.insertInto('clusterToken').values({ hostId, role: 'cluster', tokenHash, prefix }).execute();
  const server = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new TestProcess(STEPPED_AGENT, {
    args: [server, token, `${pods}`, clock.now().toISOString()],
  });
  stack.defer(async () => void (await agent.kill()));
  const line = await agent.waitForLine((one) => one.startsWith('listening at '), START_WITHIN_MS);
  const agentUrl = line.slice('listening at '.length);

  async function request(method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${agentUrl}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  async function step(ms: number, isSilent: boolean): Promise<void> {
    // The server's clock moves first, because the server refuses batches from the future.
    clock.set(new Date(clock.now().getTime() + ms));
    await request('POST', '/step', { ms, isSilent });
    await services.alarms.engine.evaluate(hostId);
  }

  const opened = stack.move();
  return {
    app,
    hostId,
    step: (ms) => step(ms, false),
    stepInSilence: (ms) => step(ms, true),
    async scenario(name, options = {}) {
      const { id } = z.object({ id: z.number() }).parse(await request('POST', `/scenarios/${name}`, options));
      return async () => void (await request('DELETE', `/scenarios/${id}`));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
