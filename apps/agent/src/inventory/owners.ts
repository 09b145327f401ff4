import type { PodRecord } from '@gwanje/kinds/pod/record';
import type { InventoryRecord } from '@gwanje/kinds/state/states';

type Owner = NonNullable<PodRecord['owner']>;

const MAX_WAITING = 5000;
const FOLLOWED = new Set(['ReplicaSet', 'Job']);

/**
 * Resolves a pod's owner to the object a person created: replica set → deployment, job → cron job. Each kind
 * has a separate watch, so a pod may arrive before its replica set. The agent sends such a pod again, with
 * its owner, when the replica set arrives.
 */
export class Owners {
  /** Controllers of replica sets and jobs, by uid. */
  readonly #controllers = new Map<string, Owner | null>();
  /** A replica set may be deleted before its last pods. Those pods keep their owner. */
  readonly #resolved = new Map<string, { via: string; owner: Owner }>();
  readonly #waiting = new Map<string, Map<string, PodRecord>>();
  /** Waiting pods, with the uid of the owner they wait for. */
  readonly #via = new Map<string, string>();
  #hasOverflowed = false;

  resolve(pod: PodRecord): PodRecord {
    this.#stopWaiting(pod.uid);
    const direct = pod.owner;
    if (!direct || !FOLLOWED.has(direct.kind)) return pod;
    const known = this.#controllers.get(direct.uid);
    if (known === undefined) {
      const earlier = this.#resolved.get(pod.uid);
      if (earlier?.via === direct.uid) return { ...pod, owner: earlier.owner };
      this.#wait(direct.uid, pod);
      return pod;
    }
    const owner = known ?? direct;
    this.#resolved.set(pod.uid, { via: direct.uid, owner });
    return { ...pod, owner };
  }

  /** Returns the pods that waited for this record. */
  learn(record: InventoryRecord): PodRecord[] {
    if (record.kind !== 'replicaSet' && record.kind !== 'job') return [];
    this.#controllers.set(record.uid, record.owner);
    const waiting = [...(this.#waiting.get(record.uid)?.values() ?? [])];
    return waiting.map((pod) => this.resolve(pod));
  }

  forget(uid: string): void {
    this.#controllers.delete(uid);
    this.#resolved.delete(uid);
    this.#stopWaiting(uid);
  }

  /** Whether a pod could not wait since the last call, because too many did. Pods then have to be listed again. */
  takeOverflow(): boolean {
    const hasOverflowed = this.#hasOverflowed;
    this.#hasOverflowed = false;
    return hasOverflowed;
  }

  #wait(via: string, pod: PodRecord): void {
    if (this.#via.size >= MAX_WAITING) {
      this.#hasOverflowed = true;
      return;
    }
    const pods = this.#waiting.get(via) ?? new Map<string, PodRecord>();
    pods.set(pod.uid, pod);
    this.#waiting.set(via, pods);
    this.#via.set(pod.uid, via);
  }

  #stopWaiting(podUid: string): void {
    const via = this.#via.get(podUid);
    if (via === undefined) return;
    this.#via.delete(podUid);
    const pods = this.#waiting.get(via);
    pods?.delete(podUid);
    if (pods?.size === 0) this.#waiting.delete(via);
  }
}
