import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';

/** The requests that one replica has counted in one window, by the key of the limit. */
export interface RequestCounts {
  /** Start of the window divided by its length. */
  readonly windowNo: number;
  readonly counts: readonly (readonly [key: string, cnt: number])[];
}

export const REQUEST_WINDOW_MS = 60_000;
/** Beyond this number of keys the least recently used ones are forgotten, as in the store of one server. */
const MAX_KEYS = 5000;
/** A key with a smaller share of the limit is not reported: most keys are far from it. */
const REPORTED_SHARE = 0.05;
const MAX_REPORTED = 1000;

/**
 * Counts requests for a limit that holds for all replicas, or all login sites, together. Each one reports its counts once a
 * second; until then the others do not know them. All use the same windows, by their clocks.
 */
export class SharedRequestCounts {
  readonly #limit: number;
  readonly #nowMs: () => number;
  readonly #own = new Map<string, number>();
  readonly #others = new Map<string, ReadonlyMap<string, number>>();
  readonly #unreported = new Set<string>();
  #windowNo = 0;

  constructor(limit: number, nowMs: () => number = Date.now) {
    this.#limit = limit;
    this.#nowMs = nowMs;
  }

  /** The current window. */
  get windowNo(): number {
    this.#passTime();
    return this.#windowNo;
  }

  /** The store of the rate limit. */
  get store(): FastifyRateLimitStoreCtor {
    const add = (key: string) => this.#add(key);
    return class implements FastifyRateLimitStore {
      incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1]): void {
        callback(null, add(key));
      }

      child(): FastifyRateLimitStore {
        return this;
      }
    };
  }

  /** The counts that changed since the last report; null: none. Other replicas need only large ones. */
  report(): RequestCounts | null {
    this.#passTime();
    const counts = [...this.#unreported]
      .slice(0, MAX_REPORTED)
      .map((key) => [key, this.#own.get(key) ?? 0] as const);
    for (const [key] of counts) this.#unreported.delete(key);
    return counts.length === 0 ? null : { windowNo: this.#windowNo, counts };
  }

  /** Adds the report of another replica. */
  receive(replicaId: string, { windowNo, counts }: RequestCounts): void {
    this.#passTime();
    if (windowNo !== this.#windowNo) return;
    const known = new Map(this.#others.get(replicaId));
    for (const [key, cnt] of counts) if (known.size < MAX_KEYS || known.has(key)) known.set(key, cnt);
    this.#others.set(replicaId, known);
  }

  #add(key: string): { current: number; ttl: number } {
    this.#passTime();
    const own = (this.#own.get(key) ?? 0) + 1;
    this.#own.delete(key);
    this.#own.set(key, own);
    if (own >= this.#limit * REPORTED_SHARE) this.#unreported.add(key);
    if (this.#own.size > MAX_KEYS) this.#forgetOldest();
    let current = own;
    for (const counts of this.#others.values()) current += counts.get(key) ?? 0;
    return { current, ttl: (this.#windowNo + 1) * REQUEST_WINDOW_MS - this.#nowMs() };
  }

  #forgetOldest(): void {
    const [oldest] = this.#own.keys();
    if (oldest === undefined) return;
    this.#own.delete(oldest);
    this.#unreported.delete(oldest);
  }

  #passTime(): void {
    const windowNo = Math.floor(this.#nowMs() / REQUEST_WINDOW_MS);
    if (windowNo === this.#windowNo) return;
    this.#windowNo = windowNo;
    this.#own.clear();
    this.#others.clear();
    this.#unreported.clear();
  }
}
