import { runAsAdmin } from '@gwanje/testkit/databases';
import { freePort } from '@gwanje/testkit/free-port';
import { CARELESS_FLAGS, startPostgres } from '@gwanje/testkit/postgres-server';
import { startMailReceiver } from '@gwanje/testkit/receivers/mail-receiver';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import type { TestProject } from 'vitest/node';
import { startStack } from '../../scripts/installation/stack.ts';

export interface StackAddress {
  readonly consoleUrl: string;
  readonly loginUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stack: StackAddress;
  }
}

/**
 * One real installation in demo mode for all files: the server and the login site on free ports, with a PostgreSQL server, which
 * needs a fraction of the processor time of the embedded database. It has no simulator and no agents: the tests send what they
 * need (agent.ts). It starts while the worker loads; the tests wait until it is ready.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await using resources = new AsyncDisposableStack();
  const dataDir = resources.use(temporaryFolder()).path;
  const [port, loginPort] = [await freePort(), await freePort()];
  const mailServer = resources.use(await startMailReceiver());
  const postgres = resources.use(await startPostgres(resources.use(temporaryFolder()).path, CARELESS_FLAGS));
  await runAsAdmin(postgres.address, 'create database gwanje');
  const databaseUrl = postgres.addressOf('gwanje').url;
  const starting = startStack({
    dataDir,
    port,
    loginPort,
    databaseUrl,
    env: {
      GWANJE_DEMO: '1',
      GWANJE_COPYRIGHT: '© 관제 시험',
      // A browser that draws by the processor, beside the other tests, overloads two cores.
      GWANJE_BUSY_AFTER_MS: '0',
      // Tests receive notifications at this address.
      GWANJE_OUTSIDE_ALLOW: '127.0.0.1',
      GWANJE_SMTP_URL: mailServer.url,
      GWANJE_SMTP_FROM: 'gwanje@example.com',
    },
  });
  resources.defer(async () => {
    const [started] = await Promise.allSettled([starting]);
    if (started.status === 'fulfilled') await started.value.stop();
  });
  // The tests that wait for it fail too.
  starting.catch((error: unknown) => console.error(error));
  project.provide('stack', {
    consoleUrl: `http://localhost:${port}`,
    loginUrl: `http://localhost:${loginPort}`,
    dataDir,
    databaseUrl,
  });
  const running = resources.move();
  return () => running.disposeAsync();
}
