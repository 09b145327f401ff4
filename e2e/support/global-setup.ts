import { constants, cpSync } from 'node:fs';
import { join } from 'node:path';
import { prepareEmbeddedTemplate } from '@gwanje/testkit/embedded-template';
import { freePort } from '@gwanje/testkit/free-port';
import { startMailReceiver } from '@gwanje/testkit/receivers/mail-receiver';
import { type TemporaryFolder, temporaryFolder } from '@gwanje/testkit/temporary-folder';
import type { TestProject } from 'vitest/node';
import { startStack } from '../../scripts/installation/stack.ts';
import { startDemo } from '../../tools/demo/demo.ts';

export interface StackAddress {
  readonly consoleUrl: string;
  readonly loginUrl: string;
  readonly dataDir: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One installation for each test file that runs at the same time. */
    stacks: readonly StackAddress[];
  }
}

const DEMO = { pods: 150, historySec: 2 * 3600, fineStepSec: 240 };

interface Installation extends StackAddress {
  stop(): Promise<void>;
}

/**
 * Real installations in demo mode: the processes of `npm start`, on free ports. They start while the workers
 * load. The tests wait until they are ready.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const installations: Installation[] = [];
  const template = await prepareEmbeddedTemplate();
  const mailServer = await startMailReceiver();
  for (let place = 0; place < project.config.maxWorkers; place += 1) {
    const folder = temporaryFolder();
    // A copy of an empty database: creating one takes longer than the rest of the start.
    cpSync(template, join(folder.path, 'postgres'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    installations.push(await install(folder, mailServer.url));
  }
  project.provide(
    'stacks',
    installations.map(({ consoleUrl, loginUrl, dataDir }) => ({ consoleUrl, loginUrl, dataDir })),
  );
  return async () => {
    await Promise.all(installations.map((installation) => installation.stop()));
    await mailServer[Symbol.asyncDispose]();
  };
}

async function install(folder: TemporaryFolder, mailUrl: string): Promise<Installation> {
  const dataDir = folder.path;
  const [port, loginPort] = [await freePort(), await freePort()];
  const starting = startStack({
    dataDir,
    port,
    loginPort,
    env: {
      GWANJE_DEMO: '1',
      GWANJE_COPYRIGHT: '© 관제 시험',
      // Two installations with a browser each overload two cores.
      GWANJE_BUSY_AFTER_MS: '0',
      // Tests receive notifications at this address.
      GWANJE_OUTSIDE_ALLOW: '127.0.0.1',
      GWANJE_SMTP_URL: mailUrl,
      GWANJE_SMTP_FROM: 'gwanje@example.com',
    },
  });
  // Small clusters with a short past. Tests that need them wait for the data they use.
  const demo = starting.then((stack) => startDemo(stack, { dataDir, serverPort: port, ...DEMO }));
  // The tests that wait for the demo fail too.
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
