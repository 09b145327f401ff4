import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import type { CauseKind, CauseRelation } from '@gwanje/kinds/calls/causes';

/** The object of an alarm or of a chosen range, with its relations as they were at `atMs`. */
export interface Subject {
  readonly itemKey: AlarmItemKey | null;
  readonly hostId: number;
  /** Null: an alarm about events of an object that is not collected. */
  readonly kind: CauseKind | null;
  /** Null for a cluster, and for an object that is not collected. */
  readonly objectId: number | null;
  readonly name: string;
  readonly namespace: string | null;
  readonly ownerName: string | null;
  readonly atMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly selfIds: ReadonlySet<number>;
  readonly ownerIds: ReadonlySet<number>;
  readonly nodeIds: ReadonlySet<number>;
  /** Of a node: the workloads of the pods that were on it. */
  readonly neighbourIds: ReadonlySet<number>;
  /** The claims of the pod. */
  readonly claimIds: readonly number[];
  /** Pods of several workloads on the node have the same alarm, and few on other nodes. */
  readonly isSharedOnNode: boolean;
  /** A pod that is not placed could be on any node. */
  readonly isUnplaced: boolean;
}

interface Changed {
  readonly kind: CauseKind | null;
  readonly id: number | null;
  readonly name: string;
  readonly namespace: string | null;
}

/** Workloads of this namespace serve all others: network, storage, name service. */
export const SYSTEM_NAMESPACE = 'kube-system';

/** How a changed object is related to the subject; null: not at all. */
export function relationOf(subject: Subject, { kind, id, name, namespace }: Changed): CauseRelation | null {
  if (id !== null && subject.selfIds.has(id)) return 'self';
  if (id !== null && subject.ownerIds.has(id)) return 'owner';
  if (id !== null && subject.neighbourIds.has(id)) return 'node';
  if (kind === 'cluster') return subject.kind === 'cluster' ? 'self' : 'cluster';
  if (kind === 'pod' && isPodOfOwner(subject, name, namespace)) return 'owner';
  if (kind === 'node')
    return subject.isUnplaced || (id !== null && subject.nodeIds.has(id)) ? 'node' : 'cluster';
  if (namespace !== null && namespace === subject.namespace) return 'namespace';
  if (kind === 'namespace' && name === subject.namespace) return 'namespace';
  if (namespace === SYSTEM_NAMESPACE || concernsCluster(subject)) return 'cluster';
  return null;
}

/** An alarm that every workload of the cluster can cause. */
export function concernsCluster({ kind, isUnplaced }: Subject): boolean {
  return kind === 'cluster' || kind === 'node' || isUnplaced;
}

/** Kubernetes makes random names of these letters and digits. */
const RANDOM = '[bcdfghjklmnpqrstvwxz2456789]';
const AFTER_OWNER = new RegExp(`^(?:\\d+|${RANDOM}{1,10})(?:-${RANDOM}{5})?$`);

/** Kubernetes names the pods and replica sets of a workload after it. */
export function isNamedAfter(owner: string, name: string): boolean {
  return name.startsWith(`${owner}-`) && AFTER_OWNER.test(name.slice(owner.length + 1));
}

function isPodOfOwner(
  { ownerName, namespace: own, kind, name: ownName }: Subject,
  name: string,
  namespace: string | null,
) {
  const owner = kind === 'workload' ? ownName : ownerName;
  return owner !== null && namespace === own && isNamedAfter(owner, name);
}
