import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import type { ClusterIdentity } from '../../live/clusters.ts';
import { type LiveKind, liveKinds } from '../../live/kinds.ts';
import type { LiveState } from '../../live/live-state.ts';
import { ClusterMemory } from './cluster-memory.ts';

const CLUSTER = ['hostId', 'name', 'subGroupId', 'isMonitored'] as const;

/** The clusters as the table has them, in memory and in the live state. */
export class Clusters {
  readonly #db: Kysely<Database>;
  readonly #live: LiveState;
  readonly #memories = new Map<number, ClusterMemory>();
  readonly #identities = new Map<number, ClusterIdentity>();
  /** Objects that are not watched, by their kind. */
  #unmonitored = new Map<number, LiveKind>();

  constructor(db: Kysely<Database>, live: LiveState) {
    this.#db = db;
    this.#live = live;
  }

  get unmonitored(): Pick<ReadonlySet<number>, 'has'> {
    return this.#unmonitored;
  }

  get(hostId: number): ClusterMemory | undefined {
    return this.#memories.get(hostId);
  }

  all(): Iterable<ClusterMemory> {
    return this.#memories.values();
  }

  /** Another process, or another server, may have changed them. */
  async refresh(): Promise<{ removed: number[] }> {
    const rows = await this.#db.selectFrom('cluster').select(CLUSTER).execute();
    const found = new Set(rows.map(({ hostId }) => hostId));
    for (const row of rows) this.#set(row);
    const removed = [...this.#memories.keys()].filter((hostId) => !found.has(hostId));
    for (const hostId of removed) this.remove(hostId);
    await this.#refreshMonitored();
    return { removed };
  }

  async refreshOne(hostId: number): Promise<void> {
    const row = await this.#db
      .selectFrom('cluster')
      .select(CLUSTER)
      .where('hostId', '=', hostId)
      .executeTakeFirst();
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

  /** One object is watched from now on, or is not. */
  setMonitored(kind: LiveKind, id: number, isMonitored: boolean): void {
    if (isMonitored) this.#unmonitored.delete(id);
    else this.#unmonitored.set(id, kind);
    this.#live.setMonitored(kind, id, isMonitored);
  }

  async #refreshMonitored(): Promise<void> {
    const rows = await this.#db
      .selectFrom('object')
      .select(['objectId', 'kind'])
      .where('isMonitored', '=', false)
      .execute();
    const before = this.#unmonitored;
    const after = new Map<number, LiveKind>();
    for (const { objectId, kind } of rows) {
      const liveKind = liveKinds.find((one) => one === kind);
      if (liveKind) after.set(objectId, liveKind);
    }
    this.#unmonitored = after;
    for (const [id, kind] of after) if (!before.has(id)) this.#live.setMonitored(kind, id, false);
    for (const [id, kind] of before) if (!after.has(id)) this.#live.setMonitored(kind, id, true);
  }
}
