import type { Account } from './api/access.ts';
import { type AccountName, accountsOf } from './api/accounts.ts';
import { makeCertificate } from './api/certificate.ts';
import { type ApiServerOptions, type Certificate, startApiServer } from './api/server.ts';
import { startControllers } from './controllers/manager.ts';
import type { FlavourName } from './flavours/flavour.ts';
import { FLAVOURS } from './flavours/registry.ts';
import { startKubelet } from './kubelet/server.ts';
import { ScenarioEngine } from './scenarios/engine.ts';
import { startLife, USUAL_PACE_SEC } from './scenarios/life.ts';
import { tellStory } from './scenarios/story.ts';
import { type Clock, systemClock } from './time/clock.ts';
import { Timeline } from './time/timeline.ts';
import { Cluster } from './world/cluster.ts';
import { populate } from './world/populate.ts';

export interface ClusterPlan {
  readonly name: string;
  readonly flavour: FlavourName;
  readonly pods: number;
}

export interface SimulatorOptions {
  readonly clusters: readonly ClusterPlan[];
  readonly seed: number;
  readonly host?: string;
  /** The first cluster's port, the others' following; 0 or absent: whatever is free. */
  readonly firstPort?: number;
  readonly clock?: Clock;
  readonly hasTls?: boolean;
  /** A port for each kubelet too; for small clusters. */
  readonly hasKubelets?: boolean;
  readonly isAlive?: boolean;
  readonly paceSec?: number;
  /** Things happen that are the same every time, at fixed distances from the end of this span. */
  readonly storySec?: number | undefined;
  readonly hasManagedFields?: boolean;
  readonly hasLeanCadvisor?: boolean;
  /** How many changes of each kind a watch can go back. */
  readonly historyLimit?: number;
  readonly bookmarkMs?: number;
  /** Further tokens with rules of their own, valid in every cluster. */
  readonly accounts?: readonly Account[];
}

export interface RunningCluster {
  readonly cluster: Cluster;
  readonly url: string;
  readonly port: number;
  readonly accounts: Record<AccountName, Account>;
  readonly kubelets: readonly { readonly nodeName: string; readonly url: string; readonly port: number }[];
  readonly certificate: Certificate | undefined;
}

export interface Simulator extends AsyncDisposable {
  readonly clusters: readonly RunningCluster[];
  readonly engine: ScenarioEngine;
  readonly timeline: Timeline;
}

const LOCAL = '127.0.0.1';
const HISTORY_LIMIT = 4000;

/** Brings up the clusters, each with its own port, and lets time run. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  await using stack = new AsyncDisposableStack();
  const clock = stack.adopt(options.clock ?? systemClock(), (owned) => owned.stop());
  const timeline = new Timeline(clock);
  const host = options.host ?? LOCAL;
  const certificate = options.hasTls ? await makeCertificate(host) : undefined;
  const running: RunningCluster[] = [];
  for (const [index, plan] of options.clusters.entries()) {
    const cluster = new Cluster(
      {
        name: plan.name,
        flavour: FLAVOURS[plan.flavour],
        pods: plan.pods,
        seed: options.seed,
        historyLimit: options.historyLimit ?? HISTORY_LIMIT,
        hasManagedFields: options.hasManagedFields ?? true,
        hasLeanCadvisor: options.hasLeanCadvisor ?? false,
      },
      timeline,
    );
    populate(cluster);
    const accounts = accountsOf(options.seed, plan.name);
    const server: ApiServerOptions = {
      host,
      port: options.firstPort ? options.firstPort + index : 0,
      certificate,
      accounts: [...Object.values(accounts), ...(options.accounts ?? [])],
      bookmarkMs: options.bookmarkMs,
    };
    const kubelets = options.hasKubelets ? await openKubelets(cluster, server, stack) : [];
    startControllers(cluster);
    const { port } = stack.use(await startApiServer(cluster, server));
    running.push({ cluster, url: urlOf(server, port), port, accounts, kubelets, certificate });
  }
  const engine = new ScenarioEngine(running.map(({ cluster }) => cluster));
  const clusters = running.map(({ cluster }) => cluster);
  if (options.storySec !== undefined) tellStory(clusters, engine, timeline, options.storySec);
  if (options.isAlive)
    for (const cluster of clusters) startLife(cluster, engine, options.paceSec ?? USUAL_PACE_SEC);
  const opened = stack.move();
  return {
    clusters: running,
    engine,
    timeline,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function urlOf(server: ApiServerOptions, port: number): string {
  const host = server.host === '0.0.0.0' ? LOCAL : server.host;
  return `${server.certificate ? 'https' : 'http'}://${host}:${port}`;
}

/** Nodes say where their kubelet really listens. */
async function openKubelets(
  cluster: Cluster,
  server: ApiServerOptions,
  stack: AsyncDisposableStack,
): Promise<RunningCluster['kubelets']> {
  const kubelets: RunningCluster['kubelets'][number][] = [];
  for (const node of [...cluster.store.nodes.values()]) {
    const { port } = stack.use(await startKubelet(cluster, node.name, { ...server, port: 0 }));
    cluster.store.nodes.seed({
      ...node,
      kubeletPort: port,
      machine: { ...node.machine, internalIp: server.host === '0.0.0.0' ? LOCAL : server.host },
    });
    kubelets.push({ nodeName: node.name, url: urlOf(server, port), port });
  }
  return kubelets;
}
