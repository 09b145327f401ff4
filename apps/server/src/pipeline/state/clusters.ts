import type { Db } from '@gwanje/backend/database/schema';
import { type LiveKind, liveKinds } from '@gwanje/kinds/registry';
import type { LiveState } from '../../live/live-state.ts';
import type { ClusterIdentity } from '../../live/tables/clusters.ts';
import { ClusterMemory } from './cluster-memory.ts';
import { readCluster, readClusters, readUnmonitoredObjects } from './cluster-repository.ts';

/** The clusters of the database, in memory and in the live state. */
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

  get(hostId: number): ClusterMemory | undefined {
    return this.#memories.get(hostId);
  }

  all(): Iterable<ClusterMemory> {
    return this.#memories.values();
  }

  /** Reads all clusters again. Returns those that were deleted. */
  async refresh(): Promise<readonly number[]> {
    const rows = await readClusters(this.#db);
    for (const row of rows) this.#set(row);
    const found = new Set(rows.map(({ hostId }) => hostId));
    const removed = [...this.#memories.keys()].filter((hostId) => !found.has(hostId));
    for (const hostId of removed) this.remove(hostId);
    await this.#refreshMonitored();
    return removed;
  }

  async refreshOne(hostId: number): Promise<void> {
    const row = await readCluster(this.#db, hostId);
    if (row) this.#set(row);
    else this.remove(hostId);
  }

  remove(hostId: number): void {
    this.#memories.delete(hostId);
    this.#identities.delete(hostId);
    this.#live.removeCluster(hostId);
  }

  #set(cluster: ClusterIdentity): void {
    const { hostId, name, subGroupId, isMonitored } = cluster;
    const known = this.#identities.get(hostId);
    const isSame = known?.name === name && known.subGroupId === subGroupId;
    if (isSame && known.isMonitored === isMonitored) return;
    this.#identities.set(hostId, cluster);
    if (!this.#memories.has(hostId)) this.#memories.set(hostId, new ClusterMemory(hostId));
    this.#live.setCluster(cluster);
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
