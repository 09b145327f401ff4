import { uidOf } from '../../core/identifiers.ts';
import type { JsonObject, View } from './kind.ts';
import type { Labels, Owner, StoredObject } from './records.ts';
import { timeText } from './text.ts';

export interface MetadataParts {
  readonly generateName?: string | undefined;
  readonly generation?: number;
  readonly deletion?: { readonly atSec: number; readonly graceSec: number } | undefined;
  readonly labels?: Labels | undefined;
  readonly annotations?: Labels | undefined;
  readonly owner?: Owner | undefined;
  readonly finalizers?: readonly string[];
}

const OWNER_API: Readonly<Record<Owner['kind'], string>> = {
  Deployment: 'apps/v1',
  ReplicaSet: 'apps/v1',
  StatefulSet: 'apps/v1',
  DaemonSet: 'apps/v1',
  Job: 'batch/v1',
  CronJob: 'batch/v1',
  Node: 'v1',
};

/** The fields are in the same order as in a real API server. */
export function metadataOf(record: StoredObject, parts: MetadataParts, view: View): JsonObject {
  return {
    name: record.name,
    generateName: parts.generateName,
    namespace: record.namespace === '' ? undefined : record.namespace,
    uid: uidOf(view.seed, record.id),
    resourceVersion: String(record.rv),
    generation: parts.generation,
    creationTimestamp: timeText(record.createdSec),
    deletionTimestamp: parts.deletion ? timeText(parts.deletion.atSec) : undefined,
    deletionGracePeriodSeconds: parts.deletion?.graceSec,
    labels: parts.labels,
    annotations: parts.annotations,
    ownerReferences: parts.owner ? [ownerReference(parts.owner, view)] : undefined,
    finalizers: parts.finalizers,
  };
}

function ownerReference(owner: Owner, view: View): JsonObject {
  return {
    apiVersion: OWNER_API[owner.kind],
    kind: owner.kind,
    name: owner.name,
    uid: uidOf(view.seed, owner.id),
    controller: true,
    blockOwnerDeletion: owner.kind === 'Node' ? undefined : true,
  };
}
