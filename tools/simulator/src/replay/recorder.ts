import { objectText, served } from '../api/objects.ts';
import type { NodeRecord, Resource, StoredObject } from '../kinds/records.ts';
import { uidOf } from '../seed/identifiers.ts';
import type { Change } from '../store/collection.ts';
import type { Cluster } from '../world/cluster.ts';

/** Owners before what they own, as an agent lists them. */
const RESOURCES = [
  'nodes',
  'namespaces',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
  'pods',
  'persistentvolumes',
  'persistentvolumeclaims',
  'events',
] as const satisfies readonly Resource[];

/** Of the others only what they came to is of interest to anybody. */
const WITH_HISTORY: ReadonlySet<Resource> = new Set([
  'nodes',
  'namespaces',
  'pods',
  'persistentvolumes',
  'persistentvolumeclaims',
]);
/** Nobody sees a state that lasts shorter; an agent that gathers changes does not either. */
const FOLD_MS = 5000;

interface Recorded {
  readonly resource: Resource;
  readonly type: Change<StoredObject>['type'];
  readonly firstMs: number;
  readonly atMs: number;
  readonly rv: number;
  readonly id: number;
  /** Made when it is asked for: most of them fold before. */
  readonly text: () => string;
}

/**
 * What watches of all kinds would have said, in order and with the time: for whoever replays the past in leaps, where
 * watches would say it only after the leap and nobody would know whether all of it has come.
 */
export class Recorder {
  readonly #cluster: Cluster;
  readonly #stops: (() => void)[] = [];
  /** By version, which is also the order. */
  readonly #recorded = new Map<number, Recorded>();
  readonly #newestOf = new Map<string, Recorded>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Changes after a version; those up to it are forgotten. From 0: everything that is there, and noting begins. */
  since(rv: number): string[] {
    if (rv === 0) {
      this.stop();
      for (const resource of RESOURCES) this.#record(resource);
      return RESOURCES.flatMap((resource) => this.#everything(resource));
    }
    for (const old of this.#recorded.keys()) if (old <= rv) this.#recorded.delete(old);
    this.#newestOf.clear();
    return [...this.#recorded.values()].map(textOf);
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#recorded.clear();
    this.#newestOf.clear();
  }

  #record<Name extends Resource>(resource: Name): void {
    const { seed, timeline, store } = this.#cluster;
    const { kind, objects } = served(store, resource);
    const stop = objects.listen((change) => {
      if (isNoNews(resource, change)) return;
      const { type, rv, object } = change;
      const atMs = timeline.nowMs();
      const text = () =>
        type === 'DELETED'
          ? `{"metadata":{"uid":"${uidOf(seed, object.id)}"}}`
          : objectText(kind, object, this.#cluster.view());
      this.#note({ resource, type, firstMs: atMs, atMs, rv, id: object.id, text });
    });
    this.#stops.push(stop);
  }

  #note(latest: Recorded): void {
    const key = `${latest.resource} ${latest.id}`;
    const before = this.#newestOf.get(key);
    let entry = latest;
    if (before && isFolded(before, latest)) {
      this.#recorded.delete(before.rv);
      entry = { ...latest, firstMs: before.firstMs };
    }
    this.#recorded.set(entry.rv, entry);
    this.#newestOf.set(key, entry);
  }

  #everything(resource: Resource): string[] {
    const { kind, objects } = served<Resource>(this.#cluster.store, resource);
    const view = this.#cluster.view();
    const atMs = this.#cluster.timeline.nowMs();
    return [...objects.values()].map((object) =>
      textOf({ resource, type: 'ADDED', atMs, text: () => objectText(kind, object, view) }),
    );
  }
}

function textOf({
  resource,
  type,
  atMs,
  text,
}: Pick<Recorded, 'resource' | 'type' | 'atMs' | 'text'>): string {
  return `{"resource":"${resource}","type":"${type}","atMs":${atMs},"object":${text()}}`;
}

function isFolded(before: Recorded, after: Recorded): boolean {
  if (!WITH_HISTORY.has(after.resource)) return true;
  return after.type !== 'DELETED' && after.atMs - before.firstMs < FOLD_MS;
}

/** That an event has been forgotten, or that a node is still as it was, nobody asks for. */
function isNoNews(resource: Resource, { type, object, before }: Change<StoredObject>): boolean {
  if (resource === 'events') return type === 'DELETED';
  return (
    resource === 'nodes' && type === 'MODIFIED' && isNode(object) && isNode(before) && isBeat(object, before)
  );
}

function isNode(object: StoredObject | undefined): object is NodeRecord {
  return object !== undefined && 'machine' in object && 'conditions' in object;
}

function isBeat(after: NodeRecord, before: NodeRecord): boolean {
  const isOtherwiseSame = Object.entries(after).every(
    ([field, value]) =>
      field === 'rv' || field === 'conditions' || Object.is(Reflect.get(before, field), value),
  );
  return (
    isOtherwiseSame &&
    after.conditions.length === before.conditions.length &&
    after.conditions.every((condition, index) => {
      const { heartbeatSec: _, ...rest } = condition;
      const { heartbeatSec: __, ...restBefore } = before.conditions[index] ?? condition;
      return JSON.stringify(rest) === JSON.stringify(restBefore);
    })
  );
}
