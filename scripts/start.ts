import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@gwanje/backend/config/env';
import { buildConsole } from './console-build.ts';
import { endUnstarted, onCommandEnd, openDemo, printReady } from './installation/command.ts';
import { Progress } from './installation/progress.ts';
import { launchStack } from './installation/stack.ts';
import { checkPorts, readStartSettings } from './installation/start-settings.ts';
import type { Supervisor } from './installation/supervisor.ts';

const settings = await readOrEnd();
const { dataDir, port, loginPort, host, databaseUrl, isDemo, pods, historySec, simulatorPort } = settings;
const ending = new AbortController();
let supervisor: Supervisor | undefined;
onCommandEnd(stop);
/** A data folder without a database has no history yet: its writer starts before the server is ready. */
const isFirstStart = databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'));
const stack = launchStack({
  dataDir,
  port,
  loginPort,
  host,
  databaseUrl,
  env: { GWANJE_DEMO: isDemo ? '1' : '0' },
});
supervisor = stack.supervisor;
const starting = new Progress('starting database, login site and server');
// Both take one processor for some seconds.
const building = buildConsole(ending.signal);
const ready = stack.ready.then(() => starting.done());

const demo = isDemo
  ? openDemo(stack.supervisor, {
      dataDir,
      host,
      serverPort: port,
      pods,
      historySec,
      simulatorPort,
      serverReady: ready,
      isFirstStart,
    })
  : undefined;
await Promise.all([ready, building]).catch(async (error: unknown) => {
  if (ending.signal.aborted) return;
  await stack.supervisor.stop();
  endUnstarted(error);
});
const demoLines = await demo;
if (!ending.signal.aborted)
  printReady(`gwanje ready  console ${settings.publicUrl}  login ${settings.loginUrl}`, {
    isDemo,
    dataDir,
    host,
    demoLines,
  });

async function readOrEnd() {
  try {
    const read = readStartSettings(process.env);
    await checkPorts([
      { host: read.host, port: read.port, variable: 'GWANJE_PORT' },
      { host: read.host, port: read.loginPort, variable: 'GWANJE_LOGIN_PORT' },
    ]);
    return read;
  } catch (error) {
    if (error instanceof ConfigError) endUnstarted(error);
    throw error;
  }
}

function stop(): void {
  ending.abort();
  void supervisor?.stop().then(() => process.exit(0));
}
