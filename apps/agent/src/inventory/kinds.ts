import { watchPath } from '@gwanje/kinds/definition/kind';
import { type RecordKind, sourceOf } from '@gwanje/kinds/registry';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { normaliseNamespace } from './namespace.ts';
import { normaliseNode } from './node.ts';
import { normalisePod } from './pod.ts';
import { normaliseClaim, normaliseVolume } from './volume.ts';
import { normaliseWorkload } from './workload.ts';

/** Owners come before pods: with this listing order most owners are known when a pod is read. */
const READERS: Readonly<Record<RecordKind, (object: unknown) => InventoryRecord>> = {
  node: normaliseNode,
  namespace: normaliseNamespace,
  deployment: (object) => normaliseWorkload('deployment', object),
  replicaSet: (object) => normaliseWorkload('replicaSet', object),
  statefulSet: (object) => normaliseWorkload('statefulSet', object),
  daemonSet: (object) => normaliseWorkload('daemonSet', object),
  cronJob: (object) => normaliseWorkload('cronJob', object),
  job: (object) => normaliseWorkload('job', object),
  pod: normalisePod,
  volume: normaliseVolume,
  claim: normaliseClaim,
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
export const QUOTAS_PATH = '/api/v1/resourcequotas';
