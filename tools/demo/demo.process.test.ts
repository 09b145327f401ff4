import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { afterAll, expect, test } from 'vitest';
import { StartError, Supervisor } from '../../scripts/installation/supervisor.ts';
import { startDemo } from './demo.ts';
import { CLUSTER_NAMES, markPastWritten } from './demo-world.ts';

/** Stands for the server, which is ready. Its port is one that another program has taken. */
const server = await openTestServer((_request, response) => response.end('{}'));
const { port } = server;
afterAll(() => server[Symbol.dispose]());

test('a simulator whose port is taken is reported with its setting, and no agent is started', async () => {
  using folder = temporaryFolder();
  const dataDir = folder.path;
  mkdirSync(join(dataDir, 'demo'));
  for (const name of CLUSTER_NAMES) writeFileSync(join(dataDir, 'demo', `${name}.token`), 'x');
  markPastWritten(join(dataDir, 'demo'), 'done');
  const supervisor = new Supervisor(join(dataDir, 'logs'));
  try {
    const settings = { dataDir, serverPort: port, pods: 30, historySec: 3600, simulatorPort: port };
    const starting = startDemo(supervisor, settings);
    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(`GWANJE_SIM_PORT: port ${port} is taken by another program`);
    expect(supervisor.pidOf(`agent-${CLUSTER_NAMES[0]}`)).toBeUndefined();
  } finally {
    await supervisor.stop();
  }
});

test('an installation without demo clusters gets no simulator', async () => {
  using folder = temporaryFolder();
  markPastWritten(join(folder.path, 'demo'), 'done');
  const supervisor = new Supervisor(join(folder.path, 'logs'));
  const demo = { dataDir: folder.path, serverPort: port, pods: 30, historySec: 3600 };
  expect(await startDemo(supervisor, demo)).toBeUndefined();
  expect(supervisor.pidOf('simulator')).toBeUndefined();
});
