import type { ClusterFacts } from '@gwanje/kinds/batch';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import { z } from 'zod';
import { platformOf, platformOfAll } from './inventory/platform.ts';
import type { ApiClient } from './kubernetes/api-client.ts';

const Version = z.object({ gitVersion: z.string() });

/** What is true of the cluster as a whole; the API server is asked its version to see whether, and how fast, it answers. */
export class FactFinder {
  readonly #api: ApiClient;
  #version: string | undefined;
  #platform: ClusterFacts['platform'] | undefined;
  #latencyMs: number | null = null;
  #isReachable = false;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /** Undefined until the API server has answered once, and said of its nodes what they are, or that it does not say. */
  current(): ClusterFacts | undefined {
    if (this.#version === undefined || this.#platform === undefined) return undefined;
    return {
      kubernetesVersion: this.#version,
      platform: this.#platform,
      isApiReachable: this.#isReachable,
      apiLatencyMs: this.#latencyMs,
    };
  }

  see(nodes: ReadonlyMap<string, NodeRecord>): void {
    if (nodes.size > 0) this.#platform = platformOfAll([...nodes.values()].map(platformOf));
  }

  /** It will not be known better for now. */
  nodesAnswered(): void {
    this.#platform ??= 'onprem';
  }

  /** Throws what went wrong, after having noted it. */
  async ask(signal: AbortSignal): Promise<void> {
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
