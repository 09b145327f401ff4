import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import type {
  CauseEvidence,
  CauseKind,
  CauseRelation,
  CauseRule,
  FieldChange,
} from '@gwanje/kinds/calls/causes';
import type { Change } from '@gwanje/kinds/state/changes';

/*
 * What the rules read. The server collects it for one alarm or one range; everything in it is visible to the caller.
 */

/** A changed object, and how it is related to the object of the alarm. */
export interface RelatedObject {
  /** Null: an object of an event that is not collected. */
  readonly kind: CauseKind | null;
  readonly id: number | null;
  readonly hostId: number;
  readonly name: string;
  readonly namespace: string | null;
  readonly relation: CauseRelation;
  /** The workload of a pod. */
  readonly ownerName?: string | null;
}

/** A change of the state of an object, as history stores it. */
export interface StateFact {
  readonly object: RelatedObject;
  readonly atMs: number;
  readonly changes: readonly Change[];
  /** The kind of its record, such as deployment or daemonSet. */
  readonly record: string;
  /** Created in the cluster; the first listing of a cluster reports objects that are much older. */
  readonly createdMs: number | null;
  /** It belongs to another object, such as a job to its cron job. */
  readonly isOwned: boolean;
  readonly desiredCnt: number | null;
  readonly updatedCnt: number | null;
}

/** Fields of the manifest that an edit changed. */
export interface ManifestFact {
  readonly object: RelatedObject;
  readonly atMs: number;
  readonly changeList: readonly FieldChange[];
}

export interface EventFact {
  readonly object: RelatedObject;
  /** Its Kubernetes kind, such as HorizontalPodAutoscaler. */
  readonly objectKind: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly cnt: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * The average usage of a pod in the last minutes and in the time before, together with the pods of its workload on the
 * same node: a new pod that takes over the work of an old one is no rise.
 */
export interface UsageFact {
  readonly object: RelatedObject;
  readonly atMs: number;
  readonly metric: 'cpuUsedCores' | 'memUsedBytes';
  readonly from: number;
  readonly to: number;
  /** What the node can allocate. */
  readonly nodeTotal: number | null;
}

export interface ClaimFact {
  readonly object: RelatedObject;
  /** When it became as full as this. */
  readonly atMs: number;
  readonly fromPercent: number | null;
  readonly toPercent: number;
}

/** The agents of the cluster began to send another version. */
export interface AgentFact {
  readonly object: RelatedObject;
  readonly atMs: number;
  readonly from: string;
  readonly to: string;
  readonly agentCnt: number;
}

export interface CauseSubject {
  /** Null: a chosen range, or an alarm about events. */
  readonly itemKey: AlarmItemKey | null;
  /** When the alarm occurred, or the end of the range. */
  readonly atMs: number;
  readonly fromMs: number;
  /** A pod that has no node. */
  readonly isUnplaced: boolean;
  /** Pods of several workloads on the node have the same alarm, and few on other nodes. */
  readonly isSharedOnNode: boolean;
}

export interface CauseFacts {
  readonly subject: CauseSubject;
  readonly states: readonly StateFact[];
  readonly manifests: readonly ManifestFact[];
  readonly events: readonly EventFact[];
  readonly usages: readonly UsageFact[];
  readonly claims: readonly ClaimFact[];
  readonly agents: readonly AgentFact[];
}

export type EvidenceOf<Rule extends CauseRule> = Extract<CauseEvidence, { readonly rule: Rule }>;

/** One change that a rule found. */
export interface Finding<Evidence extends CauseEvidence = CauseEvidence> {
  readonly atMs: number;
  readonly object: RelatedObject;
  readonly evidence: Evidence;
}
