import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../scripts/free-port.ts';
import { startStack } from '../../scripts/stack.ts';

export interface StackAddress {
  readonly consoleUrl: string;
  readonly loginUrl: string;
  readonly dataDir: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stack: StackAddress;
  }
}

/** One real installation in demo mode for all browser tests: the processes of `npm start`, on free ports. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-e2e-'));
  const [port, loginPort] = [await freePort(), await freePort()];
  const stack = await startStack({
    dataDir,
    port,
    loginPort,
    env: { GWANJE_DEMO: '1', GWANJE_COPYRIGHT: '© 관제 시험' },
  });
  project.provide('stack', {
    consoleUrl: `http://localhost:${port}`,
    loginUrl: `http://localhost:${loginPort}`,
    dataDir,
  });
  return async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
