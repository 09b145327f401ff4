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
 * When to list everything again. Acknowledgements of batches from before a listing say "resync" until the listing itself
 * arrives; only one that comes after it asks for another.
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
    // Until its last batch has a number, acknowledgements of those before it ask for this very listing.
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

  /** Inventory was lost on its way: to be made good when the server takes batches again. */
  lost(): void {
    this.#isOwed = true;
  }

  /** A refused batch would be refused again: not too often. */
  refused(): void {
    if (this.#wasRefusedLately()) return;
    this.#refusedAtMs = this.#options.nowMs();
    this.#isOwed = true;
  }

  /** A listing of which a part is refused stays incomplete, and the server asks for it without end. */
  #wasRefusedLately(): boolean {
    return this.#options.nowMs() - this.#refusedAtMs < REFUSED_AGAIN_MS;
  }

  /** A kind that nobody may list must not keep the others from being listed again for ever. */
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
