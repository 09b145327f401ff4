import type { Timeline } from '../core/timeline.ts';
import type { EventRecord, InvolvedObject, PodRecord, StoredObject } from '../kinds/object/records.ts';
import { keyOf } from './collection.ts';
import type { Store } from './store.ts';

export interface EventInput {
  readonly about: InvolvedObject;
  readonly type: EventRecord['type'];
  readonly reason: string;
  readonly message: string;
  readonly component: string;
  readonly host?: string;
  /** Set only by the scheduler, which uses the newer event API. */
  readonly action?: string;
}

type WorkloadKind = 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet' | 'Job';

/** How long the API server keeps events. */
const KEEP_SEC = 3600;

export function about(
  kind: string,
  apiVersion: string,
  object: StoredObject,
  fieldPath?: string,
): InvolvedObject {
  return {
    kind,
    apiVersion,
    namespace: object.namespace,
    name: object.name,
    id: object.id,
    rv: object.rv,
    ...(fieldPath ? { fieldPath } : {}),
  };
}

export function podAbout(pod: PodRecord, containerName?: string): InvolvedObject {
  return about(
    'Pod',
    'v1',
    pod,
    containerName === undefined ? undefined : `spec.containers{${containerName}}`,
  );
}

/** The parts of a cluster that the recorder uses. */
interface EventSource {
  readonly store: Store;
  readonly timeline: Timeline;
  born(): Pick<EventRecord, 'id' | 'rv' | 'createdSec'>;
}

/** Writes events. A repeated event about the same object increases its count instead. */
export class EventRecorder {
  readonly #cluster: EventSource;
  readonly #recent = new Map<string, string>();

  constructor(cluster: EventSource) {
    this.#cluster = cluster;
  }

  record(input: EventInput): void {
    const { store, timeline } = this.#cluster;
    const nowSec = timeline.nowSec();
    const { about: involved } = input;
    const sameness = `${involved.id} ${involved.fieldPath ?? ''} ${input.type} ${input.reason} ${input.message}`;
    const known = this.#recent.get(sameness);
    const before = known === undefined ? undefined : store.events.get(known);
    if (before && known !== undefined) {
      store.events.update(known, {
        count: before.count + 1,
        lastSec: nowSec,
        ...(before.eventMs > 0 ? { eventMs: timeline.nowMs() } : {}),
      });
      return;
    }
    const born = this.#cluster.born();
    const stamp = (BigInt(timeline.nowMs()) * 1_000_000n + BigInt(born.id % 1_000_000)).toString(16);
    const event = store.events.add({
      ...born,
      // Events about cluster-scoped objects are in the default namespace.
      namespace: involved.namespace === '' ? 'default' : involved.namespace,
      name: `${involved.name}.${stamp}`,
      involved,
      type: input.type,
      reason: input.reason,
      message: input.message,
      component: input.component,
      host: input.host ?? '',
      count: 1,
      firstSec: nowSec,
      lastSec: nowSec,
      eventMs: input.action === undefined ? 0 : timeline.nowMs(),
      action: input.action ?? '',
    });
    this.#recent.set(sameness, keyOf(event));
  }

  /** An event of the controller of a workload. */
  recordWorkload(kind: WorkloadKind, object: StoredObject, reason: string, message: string): void {
    this.record({
      about: about(kind, kind === 'Job' ? 'batch/v1' : 'apps/v1', object),
      type: 'Normal',
      reason,
      message,
      component: `${kind.toLowerCase()}-controller`,
    });
  }

  /** Removes events older than an hour. */
  sweep(): void {
    const { store, timeline } = this.#cluster;
    const oldestSec = timeline.nowSec() - KEEP_SEC;
    for (const event of [...store.events.values()]) {
      if (event.lastSec < oldestSec) store.events.remove(keyOf(event));
    }
    for (const [sameness, key] of this.#recent) {
      if (!store.events.get(key)) this.#recent.delete(sameness);
    }
  }
}
