import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@gwanje/backend/config/env';
import { buildConsole } from './console-build.ts';
import { endUnstarted, onCommandEnd, openDemo, printReady } from './installation/command.ts';
import { launchStack } from './installation/stack.ts';
import { checkPorts, readStartSettings } from './installation/start-settings.ts';
import { StartError, type Supervisor } from './installation/supervisor.ts';

const settings = await readOrEnd();
const { dataDir, port, loginPort, host, databaseUrl, isDemo, pods, historySec, simulatorPort } = settings;
const ending = new AbortController();
let supervisor: Supervisor | undefined;
onCommandEnd(stop);
await buildConsole(ending.signal).catch((error: unknown) => {
  if (ending.signal.aborted) process.exit(0);
  endUnstarted(error);
});
/** A data folder without a database has no history yet: the writer can start before the server is ready. */
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
const { ready } = stack;

const demo = isDemo
  ? openDemo(
      stack.supervisor,
      { dataDir, host, serverPort: port, pods, historySec, simulatorPort },
      isFirstStart ? undefined : ready,
    )
  : undefined;
await ready.catch((error: unknown) => {
  if (error instanceof StartError) endUnstarted(error);
  throw error;
});
await printReady(`gwanje ready  console ${settings.publicUrl}  login ${settings.loginUrl}`, {
  isDemo,
  dataDir,
  host,
  demo,
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
