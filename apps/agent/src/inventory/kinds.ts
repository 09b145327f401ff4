import type { InventoryKind, InventoryRecord } from '@gwanje/contract/agent/inventory';
import { normaliseNode } from './node.ts';
import { normalisePod } from './pod.ts';
import { normaliseClaim, normaliseNamespace, normaliseVolume } from './volume.ts';
import { normaliseWorkload } from './workload.ts';

interface Kind {
  readonly path: string;
  normalise(object: unknown): InventoryRecord;
}

/** Owners stand before the pods that name them: listed in this order, most are known when a pod comes. */
export const KINDS: Readonly<Record<InventoryKind, Kind>> = {
  node: { path: '/api/v1/nodes', normalise: normaliseNode },
  namespace: { path: '/api/v1/namespaces', normalise: normaliseNamespace },
  deployment: {
    path: '/apis/apps/v1/deployments',
    normalise: (object) => normaliseWorkload('deployment', object),
  },
  replicaSet: {
    path: '/apis/apps/v1/replicasets',
    normalise: (object) => normaliseWorkload('replicaSet', object),
  },
  statefulSet: {
    path: '/apis/apps/v1/statefulsets',
    normalise: (object) => normaliseWorkload('statefulSet', object),
  },
  daemonSet: {
    path: '/apis/apps/v1/daemonsets',
    normalise: (object) => normaliseWorkload('daemonSet', object),
  },
  job: { path: '/apis/batch/v1/jobs', normalise: (object) => normaliseWorkload('job', object) },
  pod: { path: '/api/v1/pods', normalise: normalisePod },
  volume: { path: '/api/v1/persistentvolumes', normalise: normaliseVolume },
  claim: { path: '/api/v1/persistentvolumeclaims', normalise: normaliseClaim },
};

export const EVENTS_PATH = '/api/v1/events';
