import type { InventoryRecord } from '@gwanje/kinds/inventory';
import type { PodRecord } from '@gwanje/kinds/pod/record';

type Owner = NonNullable<PodRecord['owner']>;

const MOST_WAITING = 5000;
const FOLLOWED = new Set(['ReplicaSet', 'Job']);

/**
 * Follows pods up to what a person created: replica set → deployment, job → cron job. The kinds come by watches of their
 * own, so a pod may come before its replica set; it is then told again, with its owner, when that has come.
 */
export class Owners {
  /** Controllers of replica sets and jobs, by uid. */
  readonly #controllers = new Map<string, Owner | null>();
  /** A replica set may be gone before its last pods are: their owner stays what it was. */
  readonly #resolved = new Map<string, { via: string; owner: Owner }>();
  readonly #waiting = new Map<string, Map<string, PodRecord>>();
  /** Waiting pods, and for whom. */
  readonly #via = new Map<string, string>();

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

  /** Gives back the pods that waited for this one. */
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

  #wait(via: string, pod: PodRecord): void {
    if (this.#via.size >= MOST_WAITING) return;
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
