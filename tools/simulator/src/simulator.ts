import { type Account, type AccountName, accountsOf } from './api/access.ts';
import { startKubeletServer } from './api/kubelet-server.ts';
import { type Certificate, makeCertificate } from './api/listen.ts';
import { type ApiServerOptions, startApiServer } from './api/server.ts';
import { type Clock, systemClock } from './core/clock.ts';
import { createWorld, type World, type WorldOptions } from './create-world.ts';
import type { Cluster } from './world/cluster.ts';

export interface SimulatorOptions extends Omit<WorldOptions, 'clock'> {
  readonly host?: string;
  /** The ports of the clusters, in their order. 0 or absent selects a free port. */
  readonly clusterPorts?: readonly number[];
  readonly clock?: Clock;
  readonly hasTls?: boolean;
  /** Opens a port for each kubelet too, for small clusters. */
  readonly hasKubelets?: boolean;
  readonly bookmarkMs?: number;
  /** Further tokens with custom rules, valid in every cluster. */
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

export interface Simulator extends AsyncDisposable, Pick<World, 'engine' | 'timeline'> {
  readonly clusters: readonly RunningCluster[];
}

const LOCAL = '127.0.0.1';

/** A world with an API server for each cluster. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  await using stack = new AsyncDisposableStack();
  const clock = stack.adopt(options.clock ?? systemClock(), (owned) => owned.stop());
  const host = options.host ?? LOCAL;
  const certificate = options.hasTls ? await makeCertificate(host) : undefined;
  const world = createWorld({ ...options, clock });
  const running: RunningCluster[] = [];
  for (const [index, cluster] of world.clusters.entries()) {
    const accounts = accountsOf(options.seed, cluster.name);
    const server: ApiServerOptions = {
      host,
      port: options.clusterPorts?.[index] ?? 0,
      certificate,
      accounts: [...Object.values(accounts), ...(options.accounts ?? [])],
      bookmarkMs: options.bookmarkMs,
    };
    const kubelets = options.hasKubelets ? await openKubelets(cluster, server, stack) : [];
    const { port } = stack.use(await startApiServer(cluster, server));
    running.push({ cluster, url: urlOf(server, port), port, accounts, kubelets, certificate });
  }
  const opened = stack.move();
  return {
    clusters: running,
    engine: world.engine,
    timeline: world.timeline,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function urlOf(server: ApiServerOptions, port: number): string {
  const host = server.host === '0.0.0.0' ? LOCAL : server.host;
  return `${server.certificate ? 'https' : 'http'}://${host}:${port}`;
}

/** Opens a server for each kubelet. */
async function openKubelets(
  cluster: Cluster,
  server: ApiServerOptions,
  stack: AsyncDisposableStack,
): Promise<RunningCluster['kubelets']> {
  const kubelets: RunningCluster['kubelets'][number][] = [];
  for (const node of cluster.store.nodes.values()) {
    const { port } = stack.use(
      await startKubeletServer(cluster, node.name, server.accounts, { ...server, port: 0 }),
    );
    kubelets.push({ nodeName: node.name, url: urlOf(server, port), port });
  }
  return kubelets;
}
