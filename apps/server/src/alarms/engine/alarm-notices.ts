import type { Db } from '@gwanje/backend/database/schema';
import { insertNotices, readNotices } from './repositories/notice-repository.ts';

/**
 * Alarms that users change on any replica: a notice in the same transaction names them for the owner of their
 * cluster, which reads the notices every second.
 */
export class AlarmNotices {
  readonly #db: Db;
  /** Transactions before this one have ended, and their notices are applied. */
  #since = '0';
  /** Applied notices of later transactions. */
  #applied = new Set<number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns the ids of the notices. */
  write(trx: Db, alarmIds: readonly number[]): Promise<number[]> {
    return insertNotices(trx, alarmIds);
  }

  /** This process has applied the changes already. */
  setApplied(noticeIds: readonly number[]): void {
    for (const noticeId of noticeIds) this.#applied.add(noticeId);
  }

  /** Applies the notices of all processes that are not applied yet. After a failure they are applied again. */
  async read(apply: (alarmIds: readonly number[]) => Promise<void>): Promise<void> {
    const { notices, next } = await readNotices(this.#db, this.#since);
    const missing = notices.filter(({ noticeId }) => !this.#applied.has(noticeId));
    if (missing.length > 0) await apply([...new Set(missing.map(({ alarmId }) => alarmId))]);
    this.#since = next;
    this.#applied = new Set(notices.map(({ noticeId }) => noticeId));
  }
}
