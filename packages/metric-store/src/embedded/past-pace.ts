import type { DuckDBConnection } from '@duckdb/node-api';
import type { OpenTables } from './open-tables.ts';

/** A bucket stays open this long after its end: agents are a few seconds behind. */
const CLOSE_AFTER_MS = 60_000;
/** So many buckets that should be closed: a past is being told, and the machine has enough to do with that. */
export const BUCKETS_OF_A_PAST = 3;
/** DuckDB writes its log into the tables when it has grown to this, */
const USUAL_LOG_MB = 128;
/** or to this while a past is told: its tables become files soon, and would be compressed for nothing before. */
const LOG_OF_A_PAST_MB = 512;
/** What it has written and not yet put into the tables stays in memory, so it needs all of that for a past only. */
const USUAL_SHARE_OF_MEMORY = 0.5;

export function hasEnded(bucketMs: number, partitionMs: number, nowMs: number): boolean {
  return nowMs >= bucketMs + partitionMs + CLOSE_AFTER_MS;
}

/** How DuckDB writes: as usual, or while much of the past is told and no file yet. */
export class PastPace {
  readonly #connection: DuckDBConnection;
  readonly #usualThreads: number;
  readonly #memoryLimitMb: number;
  #isPastOpen = false;
  #memoryMb: number;

  private constructor(connection: DuckDBConnection, usualThreads: number, memoryLimitMb: number) {
    this.#connection = connection;
    this.#usualThreads = usualThreads;
    this.#memoryLimitMb = memoryLimitMb;
    this.#memoryMb = memoryLimitMb;
  }

  /** DuckDB has been opened with all of the memory: it may have had to read the log of a past. */
  static async open(connection: DuckDBConnection, memoryLimitMb: number): Promise<PastPace> {
    const answer = await connection.runAndReadAll(`SELECT current_setting('threads')::INTEGER`);
    return new PastPace(connection, Number(answer.getRowsJS()[0]?.[0]), memoryLimitMb);
  }

  /** Before a transaction, not in it. */
  async follow(tables: OpenTables, partitionMs: number, nowMs: number): Promise<void> {
    const ended = [...tables.buckets()].filter((bucketMs) => hasEnded(bucketMs, partitionMs, nowMs));
    const isPastOpen = ended.length >= BUCKETS_OF_A_PAST;
    await this.#limitMemory(isPastOpen ? this.#memoryLimitMb : this.#memoryLimitMb * USUAL_SHARE_OF_MEMORY);
    if (isPastOpen === this.#isPastOpen) return;
    const logMb = isPastOpen ? LOG_OF_A_PAST_MB : USUAL_LOG_MB;
    await this.#connection.run(`SET checkpoint_threshold = '${logMb}MB'`);
    // One thread appends in two thirds of the time that two take to hand it to each other.
    await this.#connection.run(`SET threads = ${isPastOpen ? 1 : this.#usualThreads}`);
    this.#isPastOpen = isPastOpen;
  }

  /** DuckDB refuses to have less than it holds just now; it is asked again before the next transaction. */
  async #limitMemory(memoryMb: number): Promise<void> {
    if (memoryMb === this.#memoryMb) return;
    try {
      await this.#connection.run(`SET memory_limit = '${memoryMb}MB'`);
      this.#memoryMb = memoryMb;
    } catch (error) {
      if (memoryMb > this.#memoryMb) throw error;
    }
  }
}
