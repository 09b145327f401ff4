import { errors } from '@gwanje/contract/errors';
import { VIEW_OPTION_MAX_BYTES } from '@gwanje/contract/view-options';
import { ApiFailure } from '#core/api/api-failure.ts';
import type { Board, BoardBook } from './boards.ts';
import { merged, parseBoards, same } from './kept-boards.ts';

export interface KeptAnswer {
  readonly viewOption: Readonly<Record<string, unknown>>;
  readonly updatedAt: string | null;
}

/** How the boards are read and kept. */
export interface BoardStore {
  readonly load: () => Promise<KeptAnswer>;
  /** Rejects with a conflict where something else is kept than what was kept at `updatedAt`. */
  readonly save: (book: BoardBook, updatedAt: string | null) => Promise<{ readonly updatedAt: string }>;
}

/** joined: changes of another window came in beside one's own; overtaken: they took the place of one's own. */
export type BoardNotice = 'joined' | 'overtaken' | 'tooLarge';

export interface KeeperState {
  /** Null until it is known what is kept. */
  readonly book: BoardBook | null;
  readonly saving: 'no' | 'waiting' | 'sending' | 'failed';
  readonly notice: BoardNotice | null;
}

interface Base {
  readonly book: BoardBook;
  readonly updatedAt: string | null;
}

const DELAY_MS = 600;
const MOST_CONFLICTS = 3;

/**
 * Holds the boards while they are worked on: shown at once, kept a moment later, one save at a time. What another window
 * keeps meanwhile is taken in; where both changed the same board, that of the other window stays, and it is said so.
 */
export class BoardKeeper {
  readonly #store: BoardStore;
  readonly #firstBoards: () => readonly Board[];
  readonly #listeners = new Set<() => void>();
  #state: KeeperState = { book: null, saving: 'no', notice: null };
  #base: Base | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  /** `firstBoards`: what whoever has none is shown; kept with the first change. */
  constructor(store: BoardStore, firstBoards: () => readonly Board[]) {
    this.#store = store;
    this.#firstBoards = firstBoards;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): KeeperState => this.#state;

  /** What the server has kept, whenever it was asked. */
  heard(answer: KeptAnswer): void {
    // What is being sent may or may not be in it: the answer to that will tell.
    if (this.#sending) return;
    this.#takeIn(answer);
  }

  /** False where it was too much to keep. */
  change(update: (book: BoardBook) => BoardBook): boolean {
    const { book } = this.#state;
    if (!book) return false;
    const next = update(book);
    if (next === book) return true;
    if (byteCnt(next) > VIEW_OPTION_MAX_BYTES) {
      this.#set({ notice: 'tooLarge' });
      return false;
    }
    this.#set({ book: next, saving: 'waiting', notice: null });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), DELAY_MS);
    return true;
  }

  dismissNotice(): void {
    this.#set({ notice: null });
  }

  /** Now instead of in a moment: also what failed before. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    if (!this.#isDirty()) return;
    this.#sending = this.#send();
    await this.#sending;
  }

  async #send(): Promise<void> {
    this.#set({ saving: 'sending' });
    try {
      await this.#sendUntilKept();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      this.#set({ saving: 'failed' });
    } finally {
      this.#sending = null;
    }
  }

  async #sendUntilKept(): Promise<void> {
    for (let conflicts = 0; this.#isDirty(); ) {
      const { book } = this.#state;
      if (!book || !this.#base) return;
      try {
        const { updatedAt } = await this.#store.save(book, this.#base.updatedAt);
        this.#base = { book, updatedAt };
      } catch (error) {
        const isConflict = error instanceof ApiFailure && error.code === errors.conflict.code;
        conflicts += 1;
        if (!isConflict || conflicts > MOST_CONFLICTS) throw error;
        this.#takeIn(await this.#store.load());
      }
    }
    this.#set({ saving: 'no' });
  }

  #takeIn({ viewOption, updatedAt }: KeptAnswer): void {
    if (this.#base?.updatedAt === updatedAt) return;
    const parsed = parseBoards(viewOption);
    const theirs = parsed.boards.length > 0 ? parsed : { ...parsed, boards: this.#firstBoards() };
    const { book } = this.#state;
    const before = this.#base;
    this.#base = { book: theirs, updatedAt };
    if (!book || !before || same(book, before.book)) {
      this.#set({ book: theirs });
      return;
    }
    const { book: both, hasLost } = merged(before.book, book, theirs);
    this.#set({ book: both, notice: hasLost ? 'overtaken' : 'joined' });
    if (!this.#isDirty()) this.#set({ saving: 'no' });
  }

  #isDirty(): boolean {
    return this.#base !== null && this.#state.book !== null && !same(this.#state.book, this.#base.book);
  }

  #set(patch: Partial<KeeperState>): void {
    this.#state = { ...this.#state, ...patch };
    for (const listener of this.#listeners) listener();
  }
}

function byteCnt(book: BoardBook): number {
  return new TextEncoder().encode(JSON.stringify(book)).length;
}
