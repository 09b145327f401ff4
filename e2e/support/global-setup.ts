import { constants, cpSync } from 'node:fs';
import { join } from 'node:path';
import { prepareEmbeddedTemplate } from '@gwanje/testkit/embedded-template';
import { freePort } from '@gwanje/testkit/free-port';
import { type TemporaryFolder, temporaryFolder } from '@gwanje/testkit/temporary-folder';
import type { TestProject } from 'vitest/node';
import { startStack } from '../../scripts/stack.ts';
import { startDemo } from '../../tools/demo/demo.ts';

export interface StackAddress {
  readonly consoleUrl: string;
  readonly loginUrl: string;
  readonly dataDir: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each test file that runs at the same time. */
    stacks: readonly StackAddress[];
  }
}

const DEMO = { pods: 150, historySec: 2 * 3600, fineStepSec: 240 };

interface Installation extends StackAddress {
  stop(): Promise<void>;
}

/** Real installations in demo mode: the processes of `npm start`, on free ports. Nobody waits for them here. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const installations: Installation[] = [];
  for (let place = 0; place < project.config.maxWorkers; place += 1) {
    const folder = temporaryFolder();
    // The first begins like a new installation; for the others that would only take time.
    if (place > 0)
      cpSync(await prepareEmbeddedTemplate(), join(folder.path, 'postgres'), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      });
    installations.push(await install(folder));
  }
  project.provide(
    'stacks',
    installations.map(({ consoleUrl, loginUrl, dataDir }) => ({ consoleUrl, loginUrl, dataDir })),
  );
  return async () => {
    await Promise.all(installations.map((installation) => installation.stop()));
  };
}

async function install(folder: TemporaryFolder): Promise<Installation> {
  const dataDir = folder.path;
  const [port, loginPort] = [await freePort(), await freePort()];
  const starting = startStack({
    dataDir,
    port,
    loginPort,
    env: {
      GWANJE_DEMO: '1',
      GWANJE_COPYRIGHT: '© 관제 시험',
      // Two installations with a browser each are more than two cores do without delay.
      GWANJE_BUSY_AFTER_MS: '0',
      // Where tests receive what is sent out.
      GWANJE_OUTSIDE_ALLOW: '127.0.0.1',
    },
  });
  // Small clusters with a short past: those who need them wait for what they look at.
  const demo = starting.then((stack) =>
    startDemo(stack, { dataDir, serverPort: port, simulatorPort: 0, ...DEMO }),
  );
  // The tests, which wait for it, fail too.
  demo.catch((error: unknown) => console.error(error));
  return {
    consoleUrl: `http://localhost:${port}`,
    loginUrl: `http://localhost:${loginPort}`,
    dataDir,
    async stop() {
      const [started] = await Promise.allSettled([starting]);
      if (started.status === 'fulfilled') await started.value.stop();
      folder[Symbol.dispose]();
    },
  };
}
