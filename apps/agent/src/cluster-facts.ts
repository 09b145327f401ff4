import type { ClusterFacts } from '@gwanje/kinds/batch';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import { z } from 'zod';
import { platformOf, platformOfAll } from './inventory/platform.ts';
import type { ApiClient } from './kubernetes/api-client.ts';

const Version = z.object({ gitVersion: z.string() });

/** Facts about the whole cluster: its version and platform, whether its API server answers, and how fast. */
export function clusterFactsReader(api: ApiClient) {
  let kubernetesVersion: string | undefined;
  let platform: ClusterFacts['platform'] | undefined;
  let apiLatencyMs: number | null = null;

  return {
    /** Undefined until the API server has answered once and the nodes were listed or their listing failed. */
    current(): ClusterFacts | undefined {
      if (kubernetesVersion === undefined || platform === undefined) return undefined;
      return { kubernetesVersion, platform, isApiReachable: apiLatencyMs !== null, apiLatencyMs };
    },

    updatePlatform(nodes: ReadonlyMap<string, NodeRecord>): void {
      if (nodes.size > 0) platform = platformOfAll([...nodes.values()].map(platformOf));
    },

    /** Called when the node listing is done or has failed. A platform that is still unknown is `onprem`. */
    onNodesListed(): void {
      platform ??= 'onprem';
    },

    /** Requests `/version` and records version and latency. Records a failure, then throws its error. */
    async probeApiServer(signal: AbortSignal): Promise<void> {
      const startedMs = performance.now();
      try {
        const { gitVersion } = Version.parse(await api.getJson('/version', signal));
        kubernetesVersion = gitVersion.slice(0, 63);
        apiLatencyMs = Math.round((performance.now() - startedMs) * 10) / 10;
      } catch (error) {
        apiLatencyMs = null;
        throw error;
      }
    },
  };
}
