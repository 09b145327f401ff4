import { itemText, served } from '../simulator/src/api/objects.ts';
import { uidOf } from '../simulator/src/core/identifiers.ts';
import type { Resource, StoredObject } from '../simulator/src/kinds/object/records.ts';
import { isResource, KINDS } from '../simulator/src/kinds/registry.ts';
import type { Cluster } from '../simulator/src/world/cluster.ts';

/** The server stores every state of these objects, and only the last of the others. */
const WITH_HISTORY: ReadonlySet<Resource> = new Set([
  'nodes',
  'namespaces',
  'pods',
  'persistentvolumes',
  'persistentvolumeclaims',
]);
/** A later state within this time replaces the earlier one, as in an agent that sends every second. */
const FOLD_MS = 5000;

export interface ObjectChange {
  readonly resource: Resource;
  readonly isDeleted: boolean;
  readonly atMs: number;
  /** The object as the API server shows it. For a deleted object only its uid. */
  readonly object: () => unknown;
}

interface Pending extends ObjectChange {
  readonly firstMs: number;
}

/** Collects the changes that watches of all resources of one simulated cluster would report. */
export class ClusterChanges {
  readonly #cluster: Cluster;
  #changes: (Pending | undefined)[] = [];
  /** The position of an object's last change. */
  readonly #lastOf = new Map<string, number>();

  /** Starts with all existing objects. */
  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    for (const resource of Object.keys(KINDS).filter(isResource)) this.#watch(resource);
  }

  /** The changes since the last call, in order. */
  take(): ObjectChange[] {
    const taken = this.#changes.filter((change) => change !== undefined);
    this.#changes = [];
    this.#lastOf.clear();
    return taken;
  }

  #watch(resource: Resource): void {
    const { kind, objects } = served<Resource>(this.#cluster.store, resource);
    const nowMs = () => this.#cluster.timeline.nowMs();
    const build = (record: StoredObject): unknown => JSON.parse(itemText(kind, record, this.#cluster));
    for (const record of objects.values())
      this.#add(record.id, resource, false, nowMs(), () => build(record));
    objects.listen(({ type, object: record }) => {
      const isDeleted = type === 'DELETED';
      // The API server deletes events after an hour. An agent ignores that.
      if (isDeleted && resource === 'events') return;
      this.#add(record.id, resource, isDeleted, nowMs(), () =>
        isDeleted ? { metadata: { uid: uidOf(this.#cluster.seed, record.id) } } : build(record),
      );
    });
  }

  #add(id: number, resource: Resource, isDeleted: boolean, atMs: number, object: () => unknown): void {
    const key = `${resource} ${id}`;
    const lastAt = this.#lastOf.get(key);
    const last = lastAt === undefined ? undefined : this.#changes[lastAt];
    const isReplacing =
      last && (!WITH_HISTORY.has(resource) || (!isDeleted && atMs - last.firstMs < FOLD_MS));
    if (lastAt !== undefined && isReplacing) this.#changes[lastAt] = undefined;
    this.#lastOf.set(key, this.#changes.length);
    this.#changes.push({ resource, isDeleted, atMs, object, firstMs: isReplacing ? last.firstMs : atMs });
  }
}
