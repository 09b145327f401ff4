import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import type { LiveState } from '../../live/live-state.ts';
import { NotOwnerError, type Ownership } from '../../platform/ownership.ts';
import type { AppliedBatch } from '../apply/apply-batch.ts';
import { type CommittedDelta, committedDelta, contactOf } from '../committed-delta.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import type { IngestObserver } from '../state/ingest-observer.ts';
import type { PendingWrites } from '../state/pending-writes.ts';
import { markDeferring } from './batch-repository.ts';

export interface ClusterWriterOptions {
  readonly db: Db;
  readonly live: Pick<LiveState, 'recordContact'>;
  readonly ownership: Ownership;
  readonly observer: IngestObserver;
  /** Gets what each commit changed. It must read the live state before it returns: the next batch changes it. */
  readonly onCommitted?: ((delta: CommittedDelta) => void) | undefined;
}

/** What a transaction writes. */
export interface Written {
  readonly batches: readonly AppliedBatch[];
  readonly pending: ReadonlyMap<ClusterMemory, PendingWrites>;
}

/** The transactions of the pipeline. Each throws `NotOwnerError` when another replica owns one of its clusters now. */
export class ClusterWriter {
  readonly #options: ClusterWriterOptions;

  constructor(options: ClusterWriterOptions) {
    this.#options = options;
  }

  /** A transaction that changes nothing that other replicas copy. */
  write<Result>(hostIds: Iterable<number>, run: (trx: Db) => Promise<Result>): Promise<Result> {
    const { db, ownership } = this.#options;
    return db.transaction().execute(async (trx) => {
      await ownership.fence(trx, hostIds);
      return await run(trx);
    });
  }

  /** A transaction that writes objects or batches. It has a number in each of its clusters. */
  async commit<Result>(written: Written, run: (trx: Db) => Promise<Result>): Promise<Result> {
    const { db, live, ownership } = this.#options;
    const clusters = new Set([...written.pending.keys(), ...written.batches.map(({ cluster }) => cluster)]);
    const hostIds = [...clusters].map(({ hostId }) => hostId);
    // A commit without an answer may have removed the mark.
    for (const cluster of clusters) cluster.isDeferringMarked &&= cluster.deferred.size > 0;
    const unmarked = [...clusters].filter(
      (cluster) => cluster.deferred.size > 0 && !cluster.isDeferringMarked,
    );
    const { result, commitNos } = await db.transaction().execute(async (trx) => {
      const fenced = await ownership.fenceCommit(trx, hostIds);
      await markDeferring(trx, unmarked);
      return { commitNos: fenced, result: await run(trx) };
    });
    for (const cluster of unmarked) cluster.isDeferringMarked = true;
    // Not earlier: other replicas learn of a batch only when it is committed, and must show the same times.
    for (const batch of written.batches) live.recordContact(batch.cluster.hostId, contactOf(batch));
    for (const cluster of clusters) {
      cluster.commitNo = commitNos.get(cluster.hostId) ?? cluster.commitNo;
      this.#report(cluster, written);
    }
    return result;
  }

  /** The transaction is committed: an error of the listener must not look like a failed one. */
  #report(cluster: ClusterMemory, { batches, pending }: Written): void {
    const { onCommitted, observer } = this.#options;
    if (!onCommitted) return;
    try {
      const own = batches.filter((batch) => batch.cluster === cluster);
      onCommitted(committedDelta(cluster, pending.get(cluster), own));
    } catch (error) {
      observer.deltaFailed(cluster.hostId, error);
    }
  }
}

/** Whether the database refused a row. The other rows may still be written. */
export function isRowRefused(error: unknown): boolean {
  return !isUnavailable(error) && !(error instanceof NotOwnerError);
}
