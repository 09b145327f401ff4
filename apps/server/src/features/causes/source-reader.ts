import { setTimeout as wait } from 'node:timers/promises';
import type { CauseSource } from '@gwanje/kinds/calls/causes';
import type { FastifyBaseLogger } from 'fastify';

/** What is logged here is never worse than a warning: the rest of the answer stands. */
export type WarningLogger = Pick<FastifyBaseLogger, 'warn'>;

/** Reads several sources. One that fails or is too slow gives nothing and is named, so that the others still count. */
export class SourceReader {
  readonly #timeoutMs: number;
  readonly #onFailure: (source: CauseSource, error: unknown) => void;
  readonly #missing = new Set<CauseSource>();

  constructor(timeoutMs: number, onFailure: (source: CauseSource, error: unknown) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onFailure = onFailure;
  }

  get missingList(): CauseSource[] {
    return [...this.#missing];
  }

  async read<Value>(source: CauseSource, read: () => Promise<Value>, none: Value): Promise<Value> {
    const ended = new AbortController();
    const tooSlow = wait(this.#timeoutMs, undefined, { signal: ended.signal }).then(() => {
      throw new Error(`${source} took longer than ${this.#timeoutMs} ms`);
    });
    try {
      return await Promise.race([read(), tooSlow]);
    } catch (error) {
      this.#missing.add(source);
      this.#onFailure(source, error);
      return none;
    } finally {
      ended.abort();
    }
  }
}
