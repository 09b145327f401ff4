import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '@gwanje/backend/config/env';
import { isOnLocalhost } from '@gwanje/backend/config/settings';
import { hasDemoClusters, startDemo } from '../tools/demo/demo.ts';
import { buildConsole } from './console-build.ts';
import { onParentEnd } from './installation/parent-watch.ts';
import { launchStack } from './installation/stack.ts';
import { checkPorts, readStartSettings } from './installation/start-settings.ts';
import { StartError, type Supervisor } from './installation/supervisor.ts';

/** On a slow machine the ready line does not wait for the whole history. */
const PAST_WITHIN_MS = 40_000;
const PAST_IS_LATE =
  'the past of the demo clusters is still being written; they show the present when it is done';

const settings = await readOrEnd();
const { dataDir, port, loginPort, host, databaseUrl, isDemo, pods, historySec, simulatorPort } = settings;
const ending = new AbortController();
let supervisor: Supervisor | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
// Without npm, `node scripts/start.ts` may outlive the shell that started it.
if (process.env.npm_lifecycle_event) onParentEnd(stop);
await buildConsole(ending.signal).catch((error: unknown) => {
  if (ending.signal.aborted) process.exit(0);
  end(error instanceof Error ? error : new Error(String(error)));
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

const demo = isDemo ? openDemo(isFirstStart ? undefined : ready) : undefined;
await ready.catch((error: unknown) => {
  if (error instanceof StartError) end(error);
  throw error;
});
const demoLine = await Promise.race([demo, delay(PAST_WITHIN_MS, PAST_IS_LATE)]);
console.log(`gwanje ready  console ${settings.publicUrl}  login ${settings.loginUrl}`);
console.log(accountsLine());
if (demoLine) console.log(demoLine);
if (demoLine === PAST_IS_LATE) console.log(await demo);

async function readOrEnd() {
  try {
    const read = readStartSettings(process.env);
    await checkPorts([
      { host: read.host, port: read.port, variable: 'GWANJE_PORT' },
      { host: read.host, port: read.loginPort, variable: 'GWANJE_LOGIN_PORT' },
    ]);
    return read;
  } catch (error) {
    if (error instanceof ConfigError) end(error);
    throw error;
  }
}

function accountsLine(): string {
  if (isDemo && hasDemoClusters(dataDir)) {
    const accounts = 'demo accounts: key, total, group, user  (password gwanje-demo)';
    return isOnLocalhost(`http://${host.includes(':') ? `[${host}]` : host}`)
      ? accounts
      : `${accounts}\nwarning: GWANJE_HOST lets the network use these accounts`;
  }
  const first = 'a first account is made, in a second terminal, by  npm run admin -- create-key-user';
  return isDemo ? `no demo: this database has other accounts or clusters; ${first}` : `no demo: ${first}`;
}

/** Returns the line about the demo clusters. The console works without them. */
async function openDemo(after: Promise<void> | undefined): Promise<string> {
  try {
    await after;
    const options = { dataDir, host, serverPort: port, pods, historySec, simulatorPort };
    const controlUrl = await startDemo(stack.supervisor, options);
    return controlUrl ? `demo clusters: start scenarios at ${controlUrl}` : '';
  } catch (error) {
    if (!(error instanceof StartError)) console.error(error);
    const reason = error instanceof Error ? error.message : String(error);
    return `not running: the demo clusters, so the console shows no new data of them\n  ${reason}`;
  }
}

function stop(): void {
  ending.abort();
  void supervisor?.stop().then(() => process.exit(0));
}

function end(error: Error): never {
  console.error(`gwanje: not started\n${error.message.replace(/^ */gm, '  ')}`);
  process.exit(1);
}
