import type { Db } from '@gwanje/backend/database/schema';
import { type LiveKind, liveKinds } from '@gwanje/kinds/registry';
import type { LiveState } from '../../live/live-state.ts';
import type { ClusterIdentity } from '../../live/tables/clusters.ts';
import type { ClusterMemory } from './cluster-memory.ts';
import { readCluster, readClusters, readUnmonitoredObjects } from './cluster-repository.ts';

/** The clusters of the database. All of them are in the live state; only those that this server works for have a memory. */
export class Clusters {
  readonly #db: Db;
  readonly #live: LiveState;
  readonly #memories = new Map<number, ClusterMemory>();
  readonly #identities = new Map<number, ClusterIdentity>();
  #unmonitored = new Map<number, LiveKind>();

  constructor(db: Db, live: LiveState) {
    this.#db = db;
    this.#live = live;
  }

  /** Ids of the objects whose monitoring is switched off. */
  get unmonitored(): Pick<ReadonlySet<number>, 'has'> {
    return this.#unmonitored;
  }

  /** Whether the cluster exists. */
  has(hostId: number): boolean {
    return this.#identities.has(hostId);
  }

  get(hostId: number): ClusterMemory | undefined {
    return this.#memories.get(hostId);
  }

  /** The clusters that this server works for. */
  all(): Iterable<ClusterMemory> {
    return this.#memories.values();
  }

  /** The memory is complete: this server works for the cluster from now on. */
  add(memory: ClusterMemory): void {
    this.#memories.set(memory.hostId, memory);
  }

  /** This server no longer works for the cluster. The live state keeps its objects, as a copy. */
  forget(hostId: number): void {
    this.#memories.delete(hostId);
  }

  /** Reads all clusters again. Returns the new ones and those that were deleted. */
  async refresh(): Promise<{ readonly added: readonly number[]; readonly removed: readonly number[] }> {
    const rows = await readClusters(this.#db);
    const added = rows.filter((row) => this.#set(row)).map(({ hostId }) => hostId);
    const found = new Set(rows.map(({ hostId }) => hostId));
    const removed = [...this.#identities.keys()].filter((hostId) => !found.has(hostId));
    for (const hostId of removed) this.remove(hostId);
    await this.#refreshMonitored();
    return { added, removed };
  }

  /** Returns whether the cluster is new. */
  async refreshOne(hostId: number): Promise<boolean> {
    const row = await readCluster(this.#db, hostId);
    if (row) return this.#set(row);
    this.remove(hostId);
    return false;
  }

  remove(hostId: number): void {
    this.#memories.delete(hostId);
    this.#identities.delete(hostId);
    this.#live.removeCluster(hostId);
  }

  /** Returns whether the cluster is new. */
  #set(cluster: ClusterIdentity): boolean {
    const { hostId, name, subGroupId, isMonitored } = cluster;
    const known = this.#identities.get(hostId);
    const isSame = known?.name === name && known.subGroupId === subGroupId;
    if (isSame && known.isMonitored === isMonitored) return false;
    this.#identities.set(hostId, cluster);
    this.#live.setCluster(cluster);
    return known === undefined;
  }

  setMonitored(kind: LiveKind, id: number, isMonitored: boolean): void {
    if (isMonitored) this.#unmonitored.delete(id);
    else this.#unmonitored.set(id, kind);
    this.#live.setMonitored(kind, id, isMonitored);
  }

  async #refreshMonitored(): Promise<void> {
    const before = this.#unmonitored;
    const after = new Map<number, LiveKind>();
    for (const { objectId, kind } of await readUnmonitoredObjects(this.#db)) {
      const liveKind = liveKinds.find((one) => one === kind);
      if (liveKind) after.set(objectId, liveKind);
    }
    this.#unmonitored = after;
    for (const [id, kind] of after) if (!before.has(id)) this.#live.setMonitored(kind, id, false);
    for (const [id, kind] of before) if (!after.has(id)) this.#live.setMonitored(kind, id, true);
  }
}
