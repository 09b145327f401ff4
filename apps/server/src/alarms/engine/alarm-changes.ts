import type { Db } from '@gwanje/backend/database/schema';
import type { AlarmChangeReason } from '@gwanje/domain/notifications/routing';

/** A change of an alarm that its receivers may be notified of. */
export interface AlarmChange {
  readonly alarmId: number;
  readonly reason: AlarmChangeReason;
}

/** Messages that one evaluation has caused so far, by receiver. A flood takes several transactions. */
export type BurstCounts = Map<string, number>;

/**
 * Called inside the transaction that writes the changes, so that both are written or neither. The engine
 * defines it, notifications implement it, and services.ts connects the two.
 */
export type AlarmChangeHandler = (
  trx: Db,
  changes: readonly AlarmChange[],
  now: Date,
  burst: BurstCounts,
) => Promise<void>;

/** The alarms of one cluster that were raised, or changed otherwise, in a committed transaction. */
export interface AlarmUpdate {
  readonly hostId: number;
  /** Raised, or breached again after a recovery. */
  readonly raised: readonly number[];
  readonly changed: readonly number[];
}
