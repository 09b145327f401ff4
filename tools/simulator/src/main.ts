import { ConfigError } from '@gwanje/backend/config/env';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createControlApp } from './control/app.ts';
import { runScenarioCommand } from './control/command.ts';
import { writeKubeconfigs } from './kubeconfig.ts';
import { Past } from './replay/past.ts';
import { readSettings } from './settings.ts';
import { createSimulator, type RunningCluster, type Simulator } from './simulator.ts';
import { heldClock, systemClock } from './time/clock.ts';

const [command, ...rest] = process.argv.slice(2);
if (command === 'scenario') await ask(rest);
else await serve(process.argv.slice(2));

function secretsOf({ accounts, certificate }: RunningCluster) {
  return {
    tokens: {
      admin: accounts.admin.token,
      agent: accounts.agent.token,
      outside: accounts.outside.token,
    },
    ...(certificate ? { certificate: certificate.cert } : {}),
  };
}

function pastsOf(simulator: Simulator): ReadonlyMap<string, Past> {
  return new Map(simulator.clusters.map(({ cluster }) => [cluster.name, new Past(cluster)]));
}

async function ask(args: readonly string[]): Promise<void> {
  try {
    const { controlPort } = readSettings([], process.env);
    process.stdout.write(`${await runScenarioCommand(args, `http://127.0.0.1:${controlPort}`)}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function serve(args: readonly string[]): Promise<void> {
  // Among the lines of the log one says "ready", with all that whoever started us needs to know.
  await runProcess(createLogger('simulator', 'info'), async ({ logger, stack }) => {
    const settings = readSettings(args, process.env);
    logger.level = settings.logLevel;
    const held = settings.startMs === undefined ? undefined : heldClock(settings.startMs);
    const simulator = stack.use(
      await createSimulator({
        ...settings,
        clock: held ?? systemClock(),
        firstPort: settings.controlPort === 0 ? 0 : settings.controlPort + 1,
      }),
    );
    if (!settings.isHeld) held?.follow();
    // What has happened since its beginning is there before anybody looks.
    simulator.timeline.catchUp();
    const control = await createControlApp(
      simulator,
      logger,
      held && settings.isHeld ? { clock: held, pasts: pastsOf(simulator) } : undefined,
    );
    stack.defer(() => control.close());
    const controlUrl = await control.listen({ host: settings.host, port: settings.controlPort });
    const clusters = simulator.clusters.map((running) => ({
      name: running.cluster.name,
      kind: running.cluster.spec.flavour.kind,
      url: running.url,
      port: running.port,
      pods: running.cluster.store.pods.size,
      nodes: running.cluster.store.nodes.size,
      kubeconfigs: writeKubeconfigs(settings.kubeconfigFolder, running),
      kubelets: running.kubelets,
      // A supervisor keeps what we say, and finds all of this in the kubeconfigs.
      ...(process.channel ? {} : secretsOf(running)),
    }));
    const startMs = Math.round(performance.now());
    process.stdout.write(
      `${JSON.stringify({ level: 30, ready: 'simulator', control: controlUrl, startMs, clusters })}\n`,
    );
  });
}
