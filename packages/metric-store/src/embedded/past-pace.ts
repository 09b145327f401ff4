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

export function hasEnded(bucketMs: number, partitionMs: number, nowMs: number): boolean {
  return nowMs >= bucketMs + partitionMs + CLOSE_AFTER_MS;
}

/** How DuckDB writes: as usual, or while much of the past is told and no file yet. */
export class PastPace {
  readonly #connection: DuckDBConnection;
  readonly #usualThreads: number;
  #isPastOpen = false;

  private constructor(connection: DuckDBConnection, usualThreads: number) {
    this.#connection = connection;
    this.#usualThreads = usualThreads;
  }

  static async open(connection: DuckDBConnection): Promise<PastPace> {
    const answer = await connection.runAndReadAll(`SELECT current_setting('threads')::INTEGER`);
    return new PastPace(connection, Number(answer.getRowsJS()[0]?.[0]));
  }

  /** Before a transaction, not in it. */
  async follow(tables: OpenTables, partitionMs: number, nowMs: number): Promise<void> {
    const ended = [...tables.buckets()].filter((bucketMs) => hasEnded(bucketMs, partitionMs, nowMs));
    const isPastOpen = ended.length >= BUCKETS_OF_A_PAST;
    if (isPastOpen === this.#isPastOpen) return;
    const logMb = isPastOpen ? LOG_OF_A_PAST_MB : USUAL_LOG_MB;
    await this.#connection.run(`SET checkpoint_threshold = '${logMb}MB'`);
    // One thread appends in two thirds of the time that two take to hand it to each other.
    await this.#connection.run(`SET threads = ${isPastOpen ? 1 : this.#usualThreads}`);
    this.#isPastOpen = isPastOpen;
  }
}
