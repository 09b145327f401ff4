import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gwanje/testkit/free-port';
import { startStack } from './stack.ts';

/** An installation in a temporary folder, for measurements and screenshots. */
export async function startTemporaryStack(env: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-stack-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const [port, loginPort] = [await freePort(), await freePort()];
  const supervisor = await startStack({ dataDir, port, loginPort, env });
  stack.defer(() => supervisor.stop());
  const opened = stack.move();
  return {
    dataDir,
    port,
    consoleUrl: `http://localhost:${port}`,
    loginUrl: `http://localhost:${loginPort}`,
    supervisor,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
