import { watchPath } from '@gwanje/kinds/definition/kind';
import { type JoinedPart, joinedResource, type RecordKind, sourceOf } from '@gwanje/kinds/registry';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { normaliseAutoscaler } from './namespaces/autoscaler.ts';
import { normaliseDisruptionBudget } from './namespaces/disruption-budget.ts';
import { normaliseIngress } from './namespaces/ingress.ts';
import { normaliseNamespace } from './namespaces/namespace.ts';
import { normaliseQuota } from './namespaces/quota.ts';
import { normaliseService } from './namespaces/service.ts';
import { normaliseNode } from './node.ts';
import { normalisePod } from './pod.ts';
import { normaliseClaim, normaliseVolume } from './volume.ts';
import { normaliseControllerRevision, normaliseWorkload } from './workload/workload.ts';

/** Owners come before pods: with this listing order most owners are known when a pod is read. */
const READERS: Readonly<Record<RecordKind, (object: unknown) => InventoryRecord>> = {
  node: normaliseNode,
  namespace: normaliseNamespace,
  deployment: (object) => normaliseWorkload('deployment', object),
  replicaSet: (object) => normaliseWorkload('replicaSet', object),
  controllerRevision: normaliseControllerRevision,
  statefulSet: (object) => normaliseWorkload('statefulSet', object),
  daemonSet: (object) => normaliseWorkload('daemonSet', object),
  cronJob: (object) => normaliseWorkload('cronJob', object),
  job: (object) => normaliseWorkload('job', object),
  pod: normalisePod,
  volume: normaliseVolume,
  claim: normaliseClaim,
  service: normaliseService,
  ingress: normaliseIngress,
  autoscaler: normaliseAutoscaler,
  disruptionBudget: normaliseDisruptionBudget,
  quota: normaliseQuota,
};

/** The kinds that the agent watches, in listing order. */
export const watchedKinds = Object.keys(READERS) as RecordKind[];

export function pathOf(kind: RecordKind): string {
  return watchPath(sourceOf(kind));
}

/** Converts an object of the Kubernetes API into a record. */
export function recordOf(kind: RecordKind, object: unknown): InventoryRecord {
  return READERS[kind](object);
}

export const EVENTS_PATH = '/api/v1/events';

export function pathOfPart(part: JoinedPart): string {
  return watchPath(joinedResource(part));
}
