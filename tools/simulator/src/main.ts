import { ConfigError } from '@gwanje/backend/config/env';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createControlApp } from './control/app.ts';
import { runScenarioCommand } from './control/command.ts';
import { writeKubeconfigs } from './control/kubeconfig.ts';
import { choosePorts, readPorts, writePorts } from './control/ports.ts';
import { readSettings } from './settings.ts';
import { createSimulator, type RunningCluster } from './simulator.ts';

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

async function ask(args: readonly string[]): Promise<void> {
  try {
    const settings = readSettings([], process.env);
    const port = settings.controlPort || readPorts(settings.folder)?.control;
    if (port === undefined)
      throw new ConfigError(
        `no simulator has run in ${settings.folder}; start one with npm run simulator, or set GWANJE_DATA_DIR or GWANJE_SIM_PORT`,
      );
    process.stdout.write(`${await runScenarioCommand(args, `http://127.0.0.1:${port}`)}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function serve(args: readonly string[]): Promise<void> {
  // The log contains one "ready" line with the addresses that the parent process needs.
  await runProcess(createLogger('simulator', 'info'), async ({ logger, stack }) => {
    const settings = readSettings(args, process.env);
    logger.level = settings.logLevel;
    const { host, folder } = settings;
    const ports = await choosePorts(settings, settings.clusters.length);
    const simulator = stack.use(await createSimulator({ ...settings, clusterPorts: ports.clusters }));
    // The whole time since the start of the world is simulated before the first request.
    simulator.timeline.catchUp();
    const control = await createControlApp(simulator, logger);
    stack.defer(() => control.close());
    const port = ports.control;
    const controlUrl = await listenAt({ host, port, variable: 'GWANJE_SIM_PORT' }, () =>
      control.listen({ host, port }),
    );
    writePorts(folder, {
      control: Number(new URL(controlUrl).port),
      clusters: simulator.clusters.map((running) => running.port),
    });
    const clusters = simulator.clusters.map((running) => ({
      name: running.cluster.name,
      kind: running.cluster.spec.flavour.kind,
      url: running.url,
      port: running.port,
      pods: running.cluster.store.pods.size,
      nodes: running.cluster.store.nodes.size,
      kubeconfigs: writeKubeconfigs(folder, running),
      kubelets: running.kubelets,
      // A supervisor writes this line to a log, and reads the secrets from the kubeconfigs.
      ...(process.channel ? {} : secretsOf(running)),
    }));
    const startMs = Math.round(performance.now());
    process.stdout.write(
      `${JSON.stringify({ level: 30, ready: 'simulator', control: controlUrl, startMs, clusters })}\n`,
    );
  });
}
