import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** The driver's pool reuses a connection that an unanswered query still blocks. This pool does not. */
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
    // The rollback after a missing answer would wait for the same time again.
    if (this.#failure) throw this.#failure;
    try {
      return await this.#client.query(sql, [...parameters]);
    } catch (error) {
      // After an error from the server the connection is usable. After a timeout or a broken pipe it is not.
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) this.#failure = error;
      throw error;
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#failure !== undefined);
  }
}
