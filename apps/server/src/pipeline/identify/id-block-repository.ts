import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

const BLOCK = 1000;

/** Reserves ids in blocks, so that an id is known before its row is written. A crash leaves gaps. */
export class IdBlocks {
  readonly #db: Db;
  readonly #sequence: string;
  #free: number[] = [];

  constructor(
    db: Db,
    sequence:
      | 'object_id_seq'
      | 'object_change_change_id_seq'
      | 'waiting_sample_waiting_sample_id_seq'
      | 'alarm_id_seq',
  ) {
    this.#db = db;
    this.#sequence = sequence;
  }

  /** `take` can be called `count` times afterwards. */
  async reserve(count: number): Promise<void> {
    const missing = count - this.#free.length;
    if (missing <= 0) return;
    const wanted = Math.ceil(missing / BLOCK) * BLOCK;
    const { rows } = await sql<{ id: number }>`
      select nextval(${this.#sequence}::regclass) as id from generate_series(1, ${wanted}::int)`.execute(
      this.#db,
    );
    this.#free = [...rows.map((row) => row.id).reverse(), ...this.#free];
  }

  /** Gives up the reserved ids, so that the next ones are higher than those that other replicas have reserved. */
  discard(): void {
    this.#free = [];
  }

  take(): number {
    const id = this.#free.pop();
    if (id === undefined) throw new Error('no id was reserved');
    return id;
  }
}
