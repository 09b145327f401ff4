import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startDemo } from '../tools/demo/demo.ts';
import { buildConsole } from './console-build.ts';
import { launchStack } from './stack.ts';

const isDemo = (process.env.GWANJE_DEMO ?? '1') === '1';
const port = Number(process.env.GWANJE_PORT || 4100);
const loginPort = Number(process.env.GWANJE_LOGIN_PORT || 4101);
const dataDir = resolve(process.env.GWANJE_DATA_DIR || '.data');
const pods = wholeNumber('GWANJE_DEMO_PODS', 1500);
const historySec = wholeNumber('GWANJE_DEMO_HISTORY_HOURS', 26) * 3600;
const simulatorPort = Number(process.env.GWANJE_SIM_PORT || 4110);
/** On a slow machine the ready line does not wait for the whole history. */
const PAST_WITHIN_MS = 40_000;

buildConsole();
const databaseUrl = process.env.GWANJE_DATABASE_URL || undefined;
/** A data folder without a database has no history yet: the writer can start before the server is ready. */
const isFirstStart = databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'));
const { supervisor, ready } = launchStack({
  dataDir,
  port,
  loginPort,
  databaseUrl,
  env: { GWANJE_DEMO: isDemo ? '1' : '0' },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void supervisor.stop().then(() => process.exit(0));
  });
}

const demo = isDemo ? openDemo(isFirstStart ? undefined : ready) : undefined;
await ready;
const isComplete = demo === undefined || (await Promise.race([demo, delay(PAST_WITHIN_MS, false)]));
console.log(
  `gwanje ready  console ${process.env.GWANJE_PUBLIC_URL || `http://localhost:${port}`}  login ${process.env.GWANJE_LOGIN_URL || `http://localhost:${loginPort}`}`,
);
if (isDemo) console.log('demo accounts: key, total, group, user  (password gwanje-demo)');
else
  console.log('no demo: a first account is made, in a second terminal, by  npm run admin -- create-key-user');
if (!isComplete) {
  console.log('the past of the demo clusters is still being written; they show the present when it is done');
  void demo?.then((isWritten) => isWritten && console.log('the past of the demo clusters is complete'));
}

/** The console works without the demo clusters. */
async function openDemo(after: Promise<void> | undefined): Promise<boolean> {
  try {
    await after;
    await startDemo(supervisor, { dataDir, serverPort: port, pods, historySec, simulatorPort });
  } catch (error) {
    console.error('gwanje: the demo clusters could not be started:', error);
  }
  return true;
}

function wholeNumber(variable: string, usual: number): number {
  const text = process.env[variable] || String(usual);
  if (/^[1-9][0-9]{0,6}$/.test(text)) return Number(text);
  console.error(`gwanje: ${variable} must be a whole number above 0`);
  process.exit(1);
}
