import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { NotOwnerError, type Ownership } from '../../platform/ownership.ts';

/** Owns the clusters that it has claimed, by the rows of the database. */
export class TestOwnership implements Ownership {
  readonly #db: Db;
  readonly #replicaId: string;
  readonly #epochs = new Map<number, number>();
  /** How often each kind of fence was asked for. */
  readonly calls = { fence: 0, fenceCommit: 0 };

  constructor(db: Db, replicaId: string) {
    this.#db = db;
    this.#replicaId = replicaId;
  }

  /** Takes the cluster from its owner, which does not notice. Returns the number of its last commit. */
  async claim(hostId: number): Promise<number> {
    const { rows } = await sql<{ epoch: number; commitNo: number }>`
      insert into cluster_owner (host_id, replica_id) values (${hostId}, ${this.#replicaId})
      on conflict (host_id) do update set replica_id = excluded.replica_id, epoch = cluster_owner.epoch + 1
      returning epoch, commit_no`.execute(this.#db);
    const [row] = rows;
    if (!row) throw new Error(`cluster ${hostId} could not be claimed`);
    this.#epochs.set(hostId, row.epoch);
    return row.commitNo;
  }

  /** Knows that it lost the cluster. */
  forget(hostId: number): void {
    this.#epochs.delete(hostId);
  }

  owns(hostId: number): boolean {
    return this.#epochs.has(hostId);
  }

  async fence(trx: Db, hostIds: Iterable<number>): Promise<void> {
    this.calls.fence++;
    const { rows } = await sql<{ hostId: number; epoch: number }>`
      select host_id, epoch from cluster_owner
      where host_id = any(${[...hostIds]}::int[]) and replica_id = ${this.#replicaId}
      for key share`.execute(trx);
    this.#requireAll(hostIds, rows);
  }

  async fenceCommit(trx: Db, hostIds: Iterable<number>): Promise<ReadonlyMap<number, number>> {
    this.calls.fenceCommit++;
    const { rows } = await sql<{ hostId: number; epoch: number; commitNo: number }>`
      update cluster_owner set commit_no = commit_no + 1
      where host_id = any(${[...hostIds]}::int[]) and replica_id = ${this.#replicaId}
      returning host_id, epoch, commit_no`.execute(trx);
    this.#requireAll(hostIds, rows);
    return new Map(rows.map(({ hostId, commitNo }) => [hostId, commitNo]));
  }

  #requireAll(hostIds: Iterable<number>, rows: readonly { hostId: number; epoch: number }[]): void {
    const found = new Map(rows.map(({ hostId, epoch }) => [hostId, epoch]));
    const lost = [...hostIds].filter(
      (hostId) => !found.has(hostId) || found.get(hostId) !== this.#epochs.get(hostId),
    );
    if (lost.length > 0) throw new NotOwnerError(lost);
  }
}
