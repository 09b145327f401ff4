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

interface Recorded {
  readonly rv: number;
  readonly text: string;
}

/**
 * What watches of all kinds would have said, in order and with the time: for whoever replays the past in leaps, where
 * watches would say it only after the leap and nobody would know whether all of it has come.
 */
export class Recorder {
  readonly #cluster: Cluster;
  readonly #stops: (() => void)[] = [];
  #recorded: Recorded[] = [];

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
    this.#recorded = this.#recorded.filter((recorded) => recorded.rv > rv);
    return this.#recorded.map(({ text }) => text);
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#recorded = [];
  }

  #record<Name extends (typeof RESOURCES)[number]>(resource: Name): void {
    const { kind, objects } = served(this.#cluster.store, resource);
    const stop = objects.listen((change) => {
      if (isNoNews(resource, change)) return;
      const object =
        change.type === 'DELETED'
          ? `{"metadata":{"uid":"${uidOf(this.#cluster.seed, change.object.id)}"}}`
          : objectText(kind, change.object, this.#cluster.view());
      this.#recorded.push({ rv: change.rv, text: this.#text(resource, change.type, object) });
    });
    this.#stops.push(stop);
  }

  #everything(resource: (typeof RESOURCES)[number]): string[] {
    const { kind, objects } = served<Resource>(this.#cluster.store, resource);
    const view = this.#cluster.view();
    return [...objects.values()].map((object) =>
      this.#text(resource, 'ADDED', objectText(kind, object, view)),
    );
  }

  #text(resource: string, type: string, object: string): string {
    return `{"resource":"${resource}","type":"${type}","atMs":${this.#cluster.timeline.nowMs()},"object":${object}}`;
  }
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
