import type { AlarmItemKey, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';

/** Failures that explain other alarms of the same cluster or node. */
const CLUSTER_FAILURES: readonly AlarmItemKey[] = ['cluster.noData', 'cluster.apiUnreachable'];
const NODE_FAILURES: readonly AlarmItemKey[] = ['node.notReady'];
/** Failures of one pod are one alarm. The first in this order explains the others best. */
const POD_FAILURES: readonly string[] = [
  'pod.imagePull',
  'pod.oomKilled',
  'pod.crashLoop',
  'pod.failed',
  'pod.restarts',
  'pod.pending',
  'pod.notReady',
  'pod.terminating',
  // What the failures of its pods do to a workload. They explain it, when they came first.
  'workload.rolloutStuck',
  'workload.replicasUnavailable',
  'workload.jobFailed',
] satisfies AlarmItemKey[];
/** A failure adopts alarms that were raised at most this long before it. */
export const ADOPT_MS = 5 * 60_000;
/**
 * Pods of one owner that begin to fail within this time have one cause, also with different symptoms. A later
 * failure of another item is another trouble: a user who acknowledged the first one must learn of it.
 */
export const SAME_CAUSE_MS = 15 * 60_000;
/**
 * Failed runs of a cron job are one alarm until a run succeeds, or until there was no failure for this long.
 * Nobody has repaired the cron job just because Kubernetes removes the pods of old runs.
 */
export const CRON_JOB_MS = 24 * 3_600_000;

export interface FoldSubject {
  readonly alarmId: number;
  readonly itemKey: string;
  readonly target: AlarmTarget | 'event';
  readonly hostId: number;
  readonly objectId: number | null;
  /** The node itself, or the node of a pod. */
  readonly nodeId: number | null;
  /** Namespace, kind and name of a pod's owner, or of the workload itself. */
  readonly ownerKey: string | null;
  readonly occurredMs: number;
  /** Whether messages are sent about it. */
  readonly isNotified: boolean;
}

/** cluster, node: under its failure · owner: under an alarm of another pod · pod: a symptom of the same pod. */
export type FoldKind = 'cluster' | 'node' | 'owner' | 'pod';
export const foldKinds: readonly FoldKind[] = ['cluster', 'node', 'owner', 'pod'];

export interface Parent {
  readonly alarmId: number;
  readonly kind: FoldKind;
}

export function failureKind(itemKey: string): 'cluster' | 'node' | null {
  if (CLUSTER_FAILURES.some((key) => key === itemKey)) return 'cluster';
  return NODE_FAILURES.some((key) => key === itemKey) ? 'node' : null;
}

/** The position of an item among the failures of a pod, best explanation first; -1: it is none. */
export function podFailureRank(itemKey: string): number {
  return POD_FAILURES.indexOf(itemKey);
}

/** An alarm of an owner or a pod is open as long as any alarm that is folded under it. */
export function endsWithChildren(kind: FoldKind | null): boolean {
  return kind === 'owner' || kind === 'pod';
}

/** No message is sent about a folded alarm, so an alarm with notification is never folded under one without. */
export function covers(head: FoldSubject, subject: FoldSubject): boolean {
  return head.isNotified || !subject.isNotified;
}

/**
 * The alarm that explains this one. `heads` are open alarms without a parent; `podHead` is the head of another
 * failure of the same pod.
 */
export function parentOf(
  subject: FoldSubject,
  heads: Iterable<FoldSubject>,
  podHead: FoldSubject | null = null,
): Parent | null {
  let byOwner: FoldSubject | null = null;
  let byNode: FoldSubject | null = null;
  for (const head of heads) {
    if (head.hostId !== subject.hostId || head.alarmId === subject.alarmId || !covers(head, subject))
      continue;
    const kind = failureKind(head.itemKey);
    if (kind === 'cluster' && subject.target !== 'cluster') return { alarmId: head.alarmId, kind };
    if (!isOfOwner(subject)) continue;
    if (kind === 'node' && head.nodeId !== null && head.nodeId === subject.nodeId) byNode ??= head;
    else if (isOfSameOwner(head, subject) && (byOwner === null || head.alarmId < byOwner.alarmId))
      byOwner = head;
  }
  if (byNode) return { alarmId: byNode.alarmId, kind: 'node' };
  if (podHead && podHead.alarmId !== subject.alarmId) return { alarmId: podHead.alarmId, kind: 'pod' };
  return byOwner && { alarmId: byOwner.alarmId, kind: 'owner' };
}

/** The open alarms that a new failure adopts. */
export function adoptedBy(failure: FoldSubject, open: Iterable<FoldSubject>): FoldSubject[] {
  const kind = failureKind(failure.itemKey);
  if (kind === null) return [];
  return [...open].filter(
    (other) =>
      other.alarmId !== failure.alarmId &&
      other.hostId === failure.hostId &&
      covers(failure, other) &&
      failure.occurredMs - other.occurredMs <= ADOPT_MS &&
      (kind === 'cluster'
        ? other.target !== 'cluster'
        : other.target === 'pod' && other.nodeId === failure.nodeId),
  );
}

export interface Orphan {
  readonly alarmId: number;
  readonly parentId: number | null;
  /** It returns to confirmation level 1 if it was confirmed with its parent. */
  readonly isReopened: boolean;
}

/**
 * What happens to children whose parent has ended. Children of a failure become independent. Of pods of one
 * owner, and of symptoms of one pod, the oldest that covers the others becomes the parent, and the confirmation
 * level stays.
 */
export function orphansOf(kind: FoldKind, children: readonly FoldSubject[]): Orphan[] {
  if (!endsWithChildren(kind))
    return children.map(({ alarmId }) => ({ alarmId, parentId: null, isReopened: true }));
  const [lead, ...others] = children.toSorted(
    (a, b) => Number(b.isNotified) - Number(a.isNotified) || a.alarmId - b.alarmId,
  );
  if (lead === undefined) return [];
  return [
    { alarmId: lead.alarmId, parentId: null, isReopened: false },
    ...others.map(({ alarmId }) => ({ alarmId, parentId: lead.alarmId, isReopened: false })),
  ];
}

/** Alarms of pods and of the workload that owns them have one owner key. */
export function isOfOwner({ target }: Pick<FoldSubject, 'target'>): boolean {
  return target === 'pod' || target === 'workload';
}

function isOfSameOwner(head: FoldSubject, subject: FoldSubject): boolean {
  return (
    isOfOwner(head) &&
    head.ownerKey !== null &&
    head.ownerKey === subject.ownerKey &&
    (head.itemKey === subject.itemKey || haveOneCause(head, subject))
  );
}

function haveOneCause(head: FoldSubject, subject: FoldSubject): boolean {
  return (
    podFailureRank(head.itemKey) >= 0 &&
    podFailureRank(subject.itemKey) >= 0 &&
    Math.abs(subject.occurredMs - head.occurredMs) <= SAME_CAUSE_MS
  );
}
