import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** The driver gives a connection back to the pool although an unanswered query still blocks it. This one does not. */
export function guardedPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => new GuardedClient(await pool.connect()),
    end: () => pool.end(),
  };
}

class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #failure: Error | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(query: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof query !== 'string') throw new TypeError('cursors are not in use');
    return this.#run(query, parameters);
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    // The roll-back after a lost answer would wait as long once more.
    if (this.#failure) throw this.#failure;
    try {
      return await this.#client.query(sql, [...parameters]);
    } catch (error) {
      // What the server says leaves the connection usable; silence and broken pipes do not.
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) this.#failure = error;
      throw error;
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#failure !== undefined);
  }
}
