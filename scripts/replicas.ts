import { join } from 'node:path';
import { ConfigError } from '@gwanje/backend/config/env';
import { freePort } from '@gwanje/testkit/free-port';
import { demoFolder } from '../tools/demo/demo-world.ts';
import { buildConsole } from './console-build.ts';
import { endUnstarted, onCommandEnd, openDemo, printReady } from './installation/command.ts';
import { Progress } from './installation/progress.ts';
import { ReplicaStack } from './installation/replica-stack.ts';
import { checkPorts, readStartSettings } from './installation/start-settings.ts';
import { StartError } from './installation/supervisor.ts';

/*
 * `npm run replicas`: an installation with several servers on this machine, for people who want to see one. It needs
 * Debian, and installs HAProxy and VictoriaMetrics when they are missing.
 */

const DATA_DIR = '.data/replicas';
/** The stack sets these for each of its processes. */
const SET_BY_STACK = [
  'GWANJE_DATABASE_URL',
  'GWANJE_METRICS_URL',
  'GWANJE_REPLICA_URL',
  'GWANJE_REPLICA_PORT',
  'GWANJE_DEMO_DIR',
];

const ending = new AbortController();
let stack: ReplicaStack | undefined;
onCommandEnd(stop);
try {
  const settings = await readSettings();
  const { dataDir, port, loginPort, host, isDemo, pods, historySec, simulatorPort } = settings;
  await buildConsole(ending.signal);
  let starting: Progress | undefined;
  const env = { GWANJE_DEMO: isDemo ? '1' : '0', GWANJE_DEMO_DIR: demoFolder(dataDir) };
  stack = await ReplicaStack.launch({
    dataDir,
    port,
    loginPort,
    host,
    env,
    onStage(parts) {
      starting?.done();
      starting = new Progress(`starting ${parts}`);
    },
  });
  if (ending.signal.aborted) stop();
  await stack.ready;
  starting?.done();
  const demoLines = isDemo
    ? await openDemo(stack.supervisor, {
        dataDir,
        host,
        serverPort: port,
        pods,
        historySec,
        simulatorPort,
      })
    : undefined;
  const urls = stack.replicas.map(({ url }) => url).join(' ');
  if (!ending.signal.aborted)
    printReady(
      `gwanje ready  console ${stack.consoleUrl}  login ${stack.loginUrl}  replicas ${urls}  logs ${join(dataDir, 'logs')}`,
      { isDemo, dataDir, host, demoLines },
    );
} catch (error) {
  // With a stack, `stop` ends this process when all parts have ended.
  if (!ending.signal.aborted) {
    if (error instanceof ConfigError || error instanceof StartError) endUnstarted(error);
    throw error;
  } else if (!stack) process.exit(0);
}

async function readSettings() {
  const given = SET_BY_STACK.filter((name) => process.env[name]);
  if (given.length > 0)
    throw new ConfigError(given.map((name) => `${name}: npm run replicas sets it; unset it`).join('\n'));
  const free = { GWANJE_PORT: String(await freePort()), GWANJE_LOGIN_PORT: String(await freePort()) };
  const settings = readStartSettings({ GWANJE_DATA_DIR: DATA_DIR, ...free, ...process.env });
  const { host, port, loginPort } = settings;
  await checkPorts([
    { host, port, variable: 'GWANJE_PORT' },
    { host, port: loginPort, variable: 'GWANJE_LOGIN_PORT' },
  ]);
  return settings;
}

function stop(): void {
  ending.abort();
  void stack?.stop().then(() => process.exit(0));
}
