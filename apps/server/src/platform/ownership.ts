import type { Db } from '@gwanje/backend/database/schema';

/**
 * The clusters that this server identifies, stores and evaluates. In an installation with several replicas each
 * cluster has one owner; the others only copy its live state.
 */
export interface Ownership {
  owns(hostId: number): boolean;
  /** Call it in every transaction that writes for a cluster. Throws `NotOwnerError` when another replica owns it now. */
  fence(trx: Db, hostIds: Iterable<number>): Promise<void>;
  /** Fences a transaction of the pipeline. Returns the number of the commit of each cluster. */
  fenceCommit(trx: Db, hostIds: Iterable<number>): Promise<ReadonlyMap<number, number>>;
}

/** The cluster has moved to another replica. Nothing was written. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError';
  readonly hostIds: readonly number[];

  constructor(hostIds: readonly number[]) {
    super(`another replica owns the clusters ${hostIds.join(', ')}`);
    this.hostIds = hostIds;
  }
}

/** One server owns all clusters and needs no fence: the lease on the database admits no second one. */
export const OWNS_ALL: Ownership = {
  owns: () => true,
  fence: async () => {},
  fenceCommit: async () => new Map(),
};
