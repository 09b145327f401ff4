import type { Timeline } from '../core/timeline.ts';
import type { EventRecord, InvolvedObject, StoredObject } from '../kinds/object/records.ts';
import { keyOf } from './collection.ts';
import type { Store } from './store.ts';

interface EventInput {
  readonly reason: string;
  readonly message: string;
  /** Normal if absent. */
  readonly type?: EventRecord['type'];
  /** If absent, the kubelet for pods and nodes, and the controller of the kind for others. */
  readonly component?: string;
  /** The container of the pod that the event is about. */
  readonly container?: string | undefined;
}

type InvolvedKind =
  | 'Pod'
  | 'Node'
  | 'Deployment'
  | 'ReplicaSet'
  | 'StatefulSet'
  | 'DaemonSet'
  | 'Job'
  | 'HorizontalPodAutoscaler'
  | 'PersistentVolume'
  | 'PersistentVolumeClaim';

/** How long the API server keeps events. */
const EVENT_TTL_SEC = 3600;

export function involvedOf(
  kind: InvolvedKind,
  { namespace, name, id }: StoredObject,
  container?: string,
): InvolvedObject {
  return { kind, namespace, name, id, ...(container && { fieldPath: `spec.containers{${container}}` }) };
}

/** The name of the object with a number, as real components write it. */
export function eventName(name: string, atSec: number, id: number): string {
  return `${name}.${(BigInt(atSec) * 1_000_000_000n + BigInt(id)).toString(16)}`;
}

/** The parts of a cluster that the recorder uses. */
interface EventSource {
  readonly store: Store;
  readonly timeline: Timeline;
  creationFields(): Pick<EventRecord, 'id' | 'rv' | 'createdSec'>;
}

/** Writes events. A repeated event about the same object increases its count instead. */
export class EventRecorder {
  readonly #cluster: EventSource;
  readonly #recent = new Map<string, string>();

  constructor(cluster: EventSource) {
    this.#cluster = cluster;
  }

  record(kind: InvolvedKind, object: StoredObject, input: EventInput): void {
    const { store, timeline } = this.#cluster;
    const { reason, message, container, type = 'Normal' } = input;
    const usual = kind === 'Pod' || kind === 'Node' ? 'kubelet' : `${kind.toLowerCase()}-controller`;
    const nowSec = timeline.nowSec();
    const sameness = `${object.id} ${container ?? ''} ${type} ${reason} ${message}`;
    const known = this.#recent.get(sameness);
    const before = known === undefined ? undefined : store.events.get(known);
    if (before && known !== undefined) {
      store.events.update(known, { count: before.count + 1, lastSec: nowSec });
      return;
    }
    const creationFields = this.#cluster.creationFields();
    const event = store.events.add({
      ...creationFields,
      // Events about cluster-scoped objects are in the default namespace.
      namespace: object.namespace === '' ? 'default' : object.namespace,
      name: eventName(object.name, nowSec, creationFields.id),
      involved: involvedOf(kind, object, container),
      type,
      reason,
      message,
      component: input.component ?? usual,
      count: 1,
      firstSec: nowSec,
      lastSec: nowSec,
    });
    this.#recent.set(sameness, keyOf(event));
  }

  /** Removes events older than an hour. */
  sweep(): void {
    const { store, timeline } = this.#cluster;
    const oldestSec = timeline.nowSec() - EVENT_TTL_SEC;
    for (const event of [...store.events.values()]) {
      if (event.lastSec < oldestSec) store.events.remove(keyOf(event));
    }
    for (const [sameness, key] of this.#recent) {
      if (!store.events.get(key)) this.#recent.delete(sameness);
    }
  }
}
