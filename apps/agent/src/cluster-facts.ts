import type { ClusterFacts } from '@gwanje/kinds/batch';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import { z } from 'zod';
import { platformOf, platformOfAll } from './inventory/platform.ts';
import type { ApiClient } from './kubernetes/api-client.ts';

const Version = z.object({ gitVersion: z.string() });

/** Facts about the whole cluster: its version and platform, whether its API server answers, and how fast. */
export class ClusterFactsReader {
  readonly #api: ApiClient;
  #version: string | undefined;
  #platform: ClusterFacts['platform'] | undefined;
  #latencyMs: number | null = null;
  #isReachable = false;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /** Undefined until the API server has answered once and the nodes were listed or their listing failed. */
  current(): ClusterFacts | undefined {
    if (this.#version === undefined || this.#platform === undefined) return undefined;
    return {
      kubernetesVersion: this.#version,
      platform: this.#platform,
      isApiReachable: this.#isReachable,
      apiLatencyMs: this.#latencyMs,
    };
  }

  updatePlatform(nodes: ReadonlyMap<string, NodeRecord>): void {
    if (nodes.size > 0) this.#platform = platformOfAll([...nodes.values()].map(platformOf));
  }

  /** Called when the node listing is done or has failed. A platform that is still unknown is `onprem`. */
  onNodesListed(): void {
    this.#platform ??= 'onprem';
  }

  /** Requests `/version` and records version and latency. Records a failure, then throws its error. */
  async probeApiServer(signal: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    try {
      const { gitVersion } = Version.parse(await this.#api.getJson('/version', signal));
      this.#version = gitVersion.slice(0, 63);
      this.#latencyMs = Math.round((performance.now() - startedMs) * 10) / 10;
      this.#isReachable = true;
    } catch (error) {
      this.#isReachable = false;
      this.#latencyMs = null;
      throw error;
    }
  }
}
