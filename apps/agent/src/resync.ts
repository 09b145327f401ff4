import type { RecordKind } from '@gwanje/kinds/registry';

export interface ResyncOptions {
  readonly kinds: readonly RecordKind[];
  readonly listAgain: () => void;
  readonly lastSeq: () => number;
  readonly flush: () => Promise<void>;
  readonly nowMs: () => number;
}

const LISTING_TIMEOUT_MS = 5 * 60_000;
const RELIST_AFTER_REFUSAL_MS = 10 * 60_000;

/**
 * Decides when to list all objects again. While a listing is on its way, the acknowledgements of earlier
 * batches still ask for a resync. Only an acknowledgement of a later batch starts another listing.
 */
export class Resync {
  readonly #options: ResyncOptions;
  readonly #open: Set<RecordKind>;
  #begunAtMs: number;
  #coveredSeq = 0;
  #isClosing = false;
  #isListingDue = false;
  #refusedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: ResyncOptions) {
    this.#options = options;
    this.#open = new Set(options.kinds);
    this.#begunAtMs = options.nowMs();
  }

  async listed(kind: RecordKind): Promise<void> {
    if (!this.#open.delete(kind) || this.#open.size > 0) return;
    // Until the last batch has its sequence number, each acknowledgement belongs to an earlier batch.
    this.#isClosing = true;
    try {
      await this.#options.flush();
      this.#coveredSeq = this.#options.lastSeq();
    } finally {
      this.#isClosing = false;
    }
  }

  acknowledged(seq: number, isResyncNeeded: boolean): void {
    if (this.#isListingDue) {
      this.#isListingDue = false;
      this.#begin();
    } else if (isResyncNeeded && seq > this.#coveredSeq && !this.#isUnderWay() && !this.#wasRefusedLately())
      this.#begin();
  }

  /** A batch with inventory was lost. The agent lists again at the next acknowledgement. */
  lost(): void {
    this.#isListingDue = true;
  }

  /**
   * The server refused a batch with inventory. It may refuse it again, so the agent lists at most every 10
   * minutes.
   */
  refused(): void {
    if (this.#wasRefusedLately()) return;
    this.#refusedAtMs = this.#options.nowMs();
    this.#isListingDue = true;
  }

  /** The server asks for a resync as long as a listing is incomplete, also if it has refused a part of it. */
  #wasRefusedLately(): boolean {
    return this.#options.nowMs() - this.#refusedAtMs < RELIST_AFTER_REFUSAL_MS;
  }

  /** A kind that the agent may not list must not block new listings of the others forever. */
  #isUnderWay(): boolean {
    const isOpen = this.#open.size > 0 || this.#isClosing;
    return isOpen && this.#options.nowMs() - this.#begunAtMs < LISTING_TIMEOUT_MS;
  }

  #begin(): void {
    for (const kind of this.#options.kinds) this.#open.add(kind);
    this.#begunAtMs = this.#options.nowMs();
    this.#options.listAgain();
  }
}
