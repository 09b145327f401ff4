import type { RecordKind } from '@gwanje/kinds/registry';

export interface ResyncOptions {
  readonly kinds: readonly RecordKind[];
  readonly listAgain: () => void;
  readonly lastSeq: () => number;
  readonly flush: () => Promise<void>;
  readonly nowMs: () => number;
}

const GIVE_UP_MS = 5 * 60_000;
const REFUSED_AGAIN_MS = 10 * 60_000;

/**
 * Decides when to list everything again. Acknowledgements of batches from before a listing ask for a resync
 * until the listing arrives. Only an acknowledgement after the listing asks for another.
 */
export class Resync {
  readonly #options: ResyncOptions;
  readonly #open: Set<RecordKind>;
  #begunAtMs: number;
  #coveredSeq = 0;
  #isClosing = false;
  #isOwed = false;
  #refusedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: ResyncOptions) {
    this.#options = options;
    this.#open = new Set(options.kinds);
    this.#begunAtMs = options.nowMs();
  }

  async listed(kind: RecordKind): Promise<void> {
    if (!this.#open.delete(kind) || this.#open.size > 0) return;
    // Until the last batch has a number, acknowledgements of earlier batches ask for this listing.
    this.#isClosing = true;
    try {
      await this.#options.flush();
      this.#coveredSeq = this.#options.lastSeq();
    } finally {
      this.#isClosing = false;
    }
  }

  acknowledged(seq: number, isNeeded: boolean): void {
    if (this.#isOwed) {
      this.#isOwed = false;
      this.#begin();
    } else if (isNeeded && seq > this.#coveredSeq && !this.#isUnderWay() && !this.#wasRefusedLately())
      this.#begin();
  }

  /** Inventory was lost on the way. The agent lists again when the server accepts batches again. */
  lost(): void {
    this.#isOwed = true;
  }

  /** The server would refuse the batch again, so the agent does not list too often. */
  refused(): void {
    if (this.#wasRefusedLately()) return;
    this.#refusedAtMs = this.#options.nowMs();
    this.#isOwed = true;
  }

  /** A listing with a refused part stays incomplete, and the server asks for it without end. */
  #wasRefusedLately(): boolean {
    return this.#options.nowMs() - this.#refusedAtMs < REFUSED_AGAIN_MS;
  }

  /** A kind that the agent may not list must not block new listings of the others forever. */
  #isUnderWay(): boolean {
    const isOpen = this.#open.size > 0 || this.#isClosing;
    return isOpen && this.#options.nowMs() - this.#begunAtMs < GIVE_UP_MS;
  }

  #begin(): void {
    for (const kind of this.#options.kinds) this.#open.add(kind);
    this.#begunAtMs = this.#options.nowMs();
    this.#options.listAgain();
  }
}
