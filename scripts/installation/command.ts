import { setTimeout as delay } from 'node:timers/promises';
import { isOnLocalhost } from '@gwanje/backend/config/settings';
import { type DemoOptions, hasDemoClusters, startDemo } from '../../tools/demo/demo.ts';
import { onParentEnd } from './parent-watch.ts';
import { StartError, type Supervisor } from './supervisor.ts';

/** On a slow machine the ready line does not wait for the whole history. */
const PAST_WITHIN_MS = 40_000;
const PAST_IS_LATE =
  'the past of the demo clusters is still being written; they show the present when it is done';

/** Calls back when the command is interrupted, or when npm has ended in any way. */
export function onCommandEnd(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // Without npm, the command may outlive the shell that started it.
  if (process.env.npm_lifecycle_event) onParentEnd(stop);
}

/** Ends the command with the reason in words. */
export function endUnstarted(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`gwanje: not started\n${reason.replace(/^ */gm, '  ')}`);
  process.exit(1);
}

/** Returns the line about the demo clusters. The console works without them. */
export async function openDemo(
  supervisor: Supervisor,
  options: DemoOptions,
  after: Promise<void> | undefined,
): Promise<string> {
  try {
    await after;
    const controlUrl = await startDemo(supervisor, options);
    return controlUrl ? `demo clusters: start scenarios at ${controlUrl}` : '';
  } catch (error) {
    if (!(error instanceof StartError)) console.error(error);
    const reason = error instanceof Error ? error.message : String(error);
    return `not running: the demo clusters, so the console shows no new data of them\n  ${reason}`;
  }
}

interface ReadyState {
  readonly isDemo: boolean;
  /** The data folder in which the server has written the tokens of the demo. */
  readonly dataDir: string;
  readonly host: string;
  readonly demo: Promise<string> | undefined;
}

export async function printReady(readyLine: string, state: ReadyState): Promise<void> {
  const demoLine = await Promise.race([state.demo, delay(PAST_WITHIN_MS, PAST_IS_LATE)]);
  console.log(readyLine);
  console.log(accountsLine(state));
  if (demoLine) console.log(demoLine);
  if (demoLine === PAST_IS_LATE) console.log(await state.demo);
}

function accountsLine({ isDemo, dataDir, host }: ReadyState): string {
  if (isDemo && hasDemoClusters(dataDir)) {
    const accounts = 'demo accounts: key, total, group, user  (password gwanje-demo)';
    return isOnLocalhost(`http://${host.includes(':') ? `[${host}]` : host}`)
      ? accounts
      : `${accounts}\nwarning: GWANJE_HOST lets the network use these accounts`;
  }
  const first = 'a first account is made, in a second terminal, by  npm run admin -- create-key-user';
  return isDemo ? `no demo: this database has other accounts or clusters; ${first}` : `no demo: ${first}`;
}
