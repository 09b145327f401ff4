import { isOnLocalhost } from '@gwanje/backend/config/settings';
import { type DemoOptions, type DemoStep, hasDemoClusters, startDemo } from '../../tools/demo/demo.ts';
import { onParentEnd } from './parent-watch.ts';
import { Progress } from './progress.ts';
import { StartError, type Supervisor } from './supervisor.ts';

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

/** Returns the lines about the demo clusters. The console works without them. */
export async function openDemo(supervisor: Supervisor, options: DemoOptions): Promise<string> {
  try {
    const demo = await startDemo(supervisor, { ...options, onProgress: tellProgress() });
    if (!demo) return '';
    const line = `demo clusters: start scenarios at ${demo.controlUrl}`;
    if (!demo.pastWritten) return line;
    const tellEnd = () => {
      if (!supervisor.isStopping) console.log('demo history: written');
    };
    void demo.pastWritten.then(tellEnd);
    return `${line}\ndemo history: the charts of the past hours fill in the next minutes; the console says how long it takes`;
  } catch (error) {
    if (!(error instanceof StartError)) console.error(error);
    const reason = error instanceof Error ? error.message : String(error);
    return `not running: the demo clusters, so the console shows no new data of them\n  ${reason}`;
  }
}

const STEPS = {
  past: 'writing what has happened in the demo clusters',
  agents: 'waiting for the first data of the demo clusters',
} as const satisfies Record<DemoStep, string>;

function tellProgress(): DemoOptions['onProgress'] {
  const steps = new Map<DemoStep, Progress>();
  return (step, share) => {
    const progress = steps.get(step) ?? new Progress(STEPS[step]);
    steps.set(step, progress);
    progress.at(`${Math.round(share * 100)} %`);
  };
}

interface ReadyState {
  readonly isDemo: boolean;
  /** The data folder in which the server has written the tokens of the demo. */
  readonly dataDir: string;
  readonly host: string;
  readonly demoLines: string | undefined;
}

/** Call it when the demo clusters show current data. */
export function printReady(readyLine: string, state: ReadyState): void {
  console.log([readyLine, accountsLine(state), state.demoLines].filter(Boolean).join('\n'));
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
