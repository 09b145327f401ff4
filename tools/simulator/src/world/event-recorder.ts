import type { Timeline } from '../core/timeline.ts';
import type { EventRecord, InvolvedObject, PodRecord, StoredObject } from '../kinds/object/records.ts';
import { keyOf } from './collection.ts';
import type { Store } from './store.ts';

interface EventInput {
  readonly reason: string;
  readonly message: string;
  /** Normal if absent. */
  readonly type?: EventRecord['type'];
  readonly component: string;
}

type WorkloadKind = 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet' | 'Job';

/** How long the API server keeps events. */
const EVENT_TTL_SEC = 3600;

function about(kind: string, { namespace, name, id }: StoredObject): InvolvedObject {
  return { kind, namespace, name, id };
}

export function containerAbout(pod: PodRecord, index: number): InvolvedObject {
  return { ...about('Pod', pod), fieldPath: `spec.containers{${pod.template.containers[index]?.name}}` };
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

  /**
   * An event about a pod, or about one of its containers. The kubelet reports it if no other component does.
   */
  recordPod(
    pod: PodRecord,
    { container, ...input }: Omit<EventInput, 'component'> & { component?: string; container?: number },
  ): void {
    const involved = container === undefined ? about('Pod', pod) : containerAbout(pod, container);
    this.#record(involved, { component: 'kubelet', ...input });
  }

  /** An event about a node, from its kubelet if no other component reports it. */
  recordNode(node: StoredObject, input: Omit<EventInput, 'component'> & { component?: string }): void {
    this.#record(about('Node', node), { component: 'kubelet', ...input });
  }

  recordVolume(
    kind: 'PersistentVolume' | 'PersistentVolumeClaim',
    object: StoredObject,
    input: EventInput,
  ): void {
    this.#record(about(kind, object), input);
  }

  #record(involved: InvolvedObject, { type = 'Normal', ...input }: EventInput): void {
    const { store, timeline } = this.#cluster;
    const nowSec = timeline.nowSec();
    const sameness = `${involved.id} ${involved.fieldPath ?? ''} ${type} ${input.reason} ${input.message}`;
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
      namespace: involved.namespace === '' ? 'default' : involved.namespace,
      name: eventName(involved.name, nowSec, creationFields.id),
      involved,
      type,
      ...input,
      count: 1,
      firstSec: nowSec,
      lastSec: nowSec,
    });
    this.#recent.set(sameness, keyOf(event));
  }

  /** An event of the controller of a workload. */
  recordWorkload(kind: WorkloadKind, object: StoredObject, reason: string, message: string): void {
    this.#record(about(kind, object), { reason, message, component: `${kind.toLowerCase()}-controller` });
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
