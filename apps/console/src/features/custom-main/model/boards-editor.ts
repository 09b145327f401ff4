import { type getViewOption, VIEW_OPTION_MAX_BYTES } from '@gwanje/contract/dashboard/view-options';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import { createStore } from 'zustand';
import { ApiFailure } from '#core/api/api-failure.ts';
import { type Board, type BoardSet, parseBoards, same } from './boards.ts';

export type SavedBoards = Pick<ResponseOf<typeof getViewOption>, 'viewOption' | 'updatedAt'>;

export interface BoardsApi {
  readonly load: () => Promise<SavedBoards>;
  /** Rejects with a conflict if the server's boards were saved after `updatedAt`. */
  readonly save: (boardSet: BoardSet, updatedAt: string | null) => Promise<{ readonly updatedAt: string }>;
}

export interface EditorState {
  /** Null until the first response of the server. */
  readonly boardSet: BoardSet | null;
  /** conflict: another window saved other boards; the user reloads or overwrites. */
  readonly saving: 'no' | 'waiting' | 'sending' | 'failed' | 'conflict';
  readonly isTooLarge: boolean;
}

const DELAY_MS = 600;

/** Holds the boards during an edit. A change shows at once and is saved soon after, one save at a time. */
export class BoardsEditor {
  readonly #api: BoardsApi;
  readonly #defaultBoards: () => readonly Board[];
  readonly store = createStore<EditorState>(() => ({ boardSet: null, saving: 'no', isTooLarge: false }));
  /** The last boards known to be on the server. */
  #base: { readonly boardSet: BoardSet; readonly updatedAt: string | null } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  /** `defaultBoards`: shown to a user without boards, and saved with the first change. */
  constructor(api: BoardsApi, defaultBoards: () => readonly Board[]) {
    this.#api = api;
    this.#defaultBoards = defaultBoards;
  }

  readonly state = (): EditorState => this.store.getState();

  /** Shows boards loaded from the server. Ignores them during a save: they may be older than the save. */
  receive(answer: SavedBoards): void {
    if (this.#sending || this.#base?.updatedAt === answer.updatedAt) return;
    if (this.#isDirty()) this.#stopForConflict();
    else this.#show(answer);
  }

  /** False if the boards would be too large to save. */
  change(update: (boardSet: BoardSet) => BoardSet): boolean {
    const { boardSet, saving } = this.state();
    if (!boardSet) return false;
    const next = update(boardSet);
    if (next === boardSet) return true;
    if (new TextEncoder().encode(JSON.stringify(next)).length > VIEW_OPTION_MAX_BYTES) {
      this.store.setState({ isTooLarge: true });
      return false;
    }
    this.store.setState({ boardSet: next, isTooLarge: false });
    if (saving === 'conflict') return true;
    this.store.setState({ saving: 'waiting' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), DELAY_MS);
    return true;
  }

  dismissNotice(): void {
    this.store.setState({ isTooLarge: false });
  }

  /** Saves at once, also after a failed save. Does nothing during a conflict. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    if (this.state().saving !== 'conflict') await this.#run(() => this.#saveChanges());
  }

  /** Resolves a conflict: drops the changes made here. */
  async reload(): Promise<void> {
    await this.#run(async () => this.#show(await this.#api.load()));
  }

  /** Resolves a conflict: saves the boards of this window over those of the other window. */
  async overwrite(): Promise<void> {
    await this.#run(async () => {
      const { viewOption, updatedAt } = await this.#api.load();
      this.#base = { boardSet: parseBoards(viewOption), updatedAt };
      await this.#saveChanges();
    });
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.#sending = work().catch((error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.code === errors.conflict.code) this.#stopForConflict();
      else this.store.setState({ saving: 'failed' });
    });
    try {
      await this.#sending;
    } finally {
      this.#sending = null;
    }
  }

  /** Repeats until every change is saved. */
  async #saveChanges(): Promise<void> {
    while (this.#isDirty()) {
      const { boardSet } = this.state();
      if (!boardSet || !this.#base) return;
      this.store.setState({ saving: 'sending' });
      const { updatedAt } = await this.#api.save(boardSet, this.#base.updatedAt);
      this.#base = { boardSet, updatedAt };
    }
    this.store.setState({ saving: 'no' });
  }

  #stopForConflict(): void {
    clearTimeout(this.#timer);
    this.store.setState({ saving: 'conflict' });
  }

  #show({ viewOption, updatedAt }: SavedBoards): void {
    const parsed = parseBoards(viewOption);
    const boardSet = parsed.boards.length > 0 ? parsed : { ...parsed, boards: this.#defaultBoards() };
    this.#base = { boardSet, updatedAt };
    this.store.setState({ boardSet, saving: 'no' });
  }

  #isDirty(): boolean {
    const { boardSet } = this.state();
    return this.#base !== null && boardSet !== null && !same(boardSet, this.#base.boardSet);
  }
}
