import { isUnavailable } from '@gwanje/backend/database/connection';

/** After so many failures a cluster is reported as failing. */
const MAX_FAILURES = 5;
const FAILING_AGAIN_MS = 10_000;

/**
 * Clusters that this replica owns and cannot work for. A cluster whose rows cannot be read must not keep all replicas from
 * becoming ready: after a few attempts it is reported, and the attempts go on.
 */
export class TakeFailures {
  readonly #byCluster = new Map<number, { readonly cnt: number; readonly tryAgainMs: number }>();

  /** Returns the reason when the cluster has failed often enough to be reported, and whether it is reported anew. */
  add(hostId: number, error: unknown): { readonly reason: string; readonly isNew: boolean } | undefined {
    // While the database is away, nothing is wrong with the cluster.
    if (isUnavailable(error)) return undefined;
    const cnt = (this.#byCluster.get(hostId)?.cnt ?? 0) + 1;
    const isReported = cnt >= MAX_FAILURES;
    this.#byCluster.set(hostId, { cnt, tryAgainMs: isReported ? performance.now() + FAILING_AGAIN_MS : 0 });
    if (!isReported) return undefined;
    return { reason: error instanceof Error ? error.message : String(error), isNew: cnt === MAX_FAILURES };
  }

  mustWait(hostId: number, nowMs: number): boolean {
    return nowMs < (this.#byCluster.get(hostId)?.tryAgainMs ?? 0);
  }

  clear(hostId: number): void {
    this.#byCluster.delete(hostId);
  }
}
