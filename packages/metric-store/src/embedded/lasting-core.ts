import { type CoreOptions, EmbeddedCore } from './core.ts';
import { isFatal } from './engine.ts';
import type { StoreState } from './messages.ts';

/** Between two attempts to open what does not open. */
const PAUSE_MS = 1000;

/**
 * A fatal error of DuckDB (a commit that met a full disk) leaves its file sound but the instance dead: it is opened again,
 * and again until it opens. Whoever asks while it is being opened waits; while it cannot be, they get its error.
 */
export class LastingCore {
  readonly #options: CoreOptions;
  readonly #tell: (state: StoreState) => void;
  #core: Promise<EmbeddedCore>;
  #lastNowMs: number;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: CoreOptions, nowMs: number, tell: (state: StoreState) => void) {
    this.#options = options;
    this.#lastNowMs = nowMs;
    this.#tell = tell;
    this.#core = this.#follow(this.#open());
  }

  async use<Answer>(nowMs: number, work: (core: EmbeddedCore) => Promise<Answer>): Promise<Answer> {
    this.#lastNowMs = nowMs;
    const opened = this.#core;
    const core = await opened;
    try {
      return await work(core);
    } catch (error) {
      // Several may hear of the same death, some of them when another is open already.
      if (isFatal(error) && this.#core === opened) this.#core = this.#follow(this.#openInsteadOf(core));
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    const core = await this.#core.catch(() => undefined);
    await core?.close();
  }

  #open(): Promise<EmbeddedCore> {
    return EmbeddedCore.open(this.#options, this.#lastNowMs);
  }

  async #openInsteadOf(dead: EmbeddedCore): Promise<EmbeddedCore> {
    await dead.close().catch(() => undefined);
    return await this.#open();
  }

  #follow(opening: Promise<EmbeddedCore>): Promise<EmbeddedCore> {
    opening.then(
      () => this.#tell({ state: 'open' }),
      (error: unknown) => {
        this.#tell({ state: 'away', message: error instanceof Error ? error.message : String(error) });
        if (this.#isClosed) return;
        this.#again = setTimeout(() => {
          this.#core = this.#follow(this.#open());
        }, PAUSE_MS);
      },
    );
    return opening;
  }
}
