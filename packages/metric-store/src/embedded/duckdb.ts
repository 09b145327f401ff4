import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBInstance,
  type DuckDBResult,
  DuckDBTypeId,
  type JS,
} from '@duckdb/node-api';
import bindings from '@duckdb/node-bindings';

/** The DuckDB file with the tables of the open buckets. */
export class Engine {
  readonly #instance: DuckDBInstance;
  readonly #idle: DuckDBConnection[] = [];
  #isClosed = false;

  constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  async run(sql: string): Promise<void> {
    await this.#borrow((connection) => connection.run(sql));
  }

  /** Rows of a small result. */
  async rows(sql: string): Promise<JS[][]> {
    return this.#borrow(async (connection) => (await connection.runAndReadAll(sql)).getRowsJS());
  }

  /** Columns of a result, all of them DOUBLE and without NULL. */
  async numbers(sql: string): Promise<Float64Array[]> {
    return this.#borrow(async (connection) => {
      const result = onlyDoubles(await connection.run(sql));
      const chunks = (await result.fetchAllChunks()).map(doublesOf);
      return Array.from({ length: result.columnCount }, (_, column) => concat(chunks, column));
    });
  }

  /** Like `numbers`, but chunk by chunk, for results that may be larger than memory. */
  async eachChunk(sql: string, use: (columns: readonly Float64Array[]) => void): Promise<void> {
    await this.#borrow(async (connection) => {
      const result = onlyDoubles(await connection.stream(sql));
      for (;;) {
        const chunk = await result.fetchChunk();
        if (!chunk || chunk.rowCount === 0) return;
        use(doublesOf(chunk));
      }
    });
  }

  /** A connection runs one statement at a time, so each parallel statement needs its own. */
  async #borrow<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = this.#idle.pop() ?? (await this.#instance.connect());
    try {
      return await work(connection);
    } finally {
      if (this.#isClosed) connection.closeSync();
      else this.#idle.push(connection);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    this.#instance.closeSync();
  }
}

function onlyDoubles(result: DuckDBResult): DuckDBResult {
  for (let column = 0; column < result.columnCount; column++)
    if (result.columnTypeId(column) !== DuckDBTypeId.DOUBLE) throw new Error('not a column of doubles');
  return result;
}

/** Copies the memory of the vectors, because reading value by value takes ten times as long. */
function doublesOf(chunk: DuckDBDataChunk): Float64Array<ArrayBuffer>[] {
  return Array.from({ length: chunk.columnCount }, (_, column) => {
    const vector = bindings.data_chunk_get_vector(chunk.chunk, column);
    const numbers = new Float64Array(chunk.rowCount);
    new Uint8Array(numbers.buffer).set(bindings.vector_get_data(vector, numbers.byteLength));
    return numbers;
  });
}

function concat(chunks: readonly Float64Array[][], column: number): Float64Array {
  const numbers = new Float64Array(chunks.reduce((sum, chunk) => sum + (chunk[column]?.length ?? 0), 0));
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk[column] ?? [];
    numbers.set(part, at);
    at += part.length;
  }
  return numbers;
}

/** True: DuckDB found damaged bytes in its file or log, or could not apply its log for an unknown reason. */
export function isDamaged(error: unknown): boolean {
  return namesDamage(error) || (isReplayFailure(error) && !isShortage(error));
}

/** True: the error itself says that bytes are damaged. */
export function namesDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /corrupt|checksum|not a valid DuckDB database|deserializ/i.test(error.message) &&
    !isShortage(error)
  );
}

function isReplayFailure(error: unknown): boolean {
  return error instanceof Error && /replaying WAL/i.test(error.message);
}

/** The machine lacks memory, space or access. The bytes may be intact. */
function isShortage(error: unknown): boolean {
  return (
    isDiskFull(error) ||
    (error instanceof Error &&
      /Out of Memory|could not allocate|failed to pin|Input\/output error|Permission denied|Too many open files|Read-only file system/i.test(
        error.message,
      ))
  );
}

/** After a fatal error, DuckDB works only after its file is reopened. Also checks the error's causes. */
export function isFatal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /FATAL|has been invalidated|must be restarted/i.test(error.message) || isFatal(error.cause);
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && /No space left|ENOSPC|disk full|not enough space/i.test(error.message);
}
