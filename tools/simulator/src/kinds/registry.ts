import { buildEvent } from './event.ts';
import { buildNamespace, buildResourceQuota } from './namespace.ts';
import { buildNode } from './node.ts';
import type { Kind } from './object/kind.ts';
import type { RecordOf, Resource } from './object/records.ts';
import { buildPod } from './pod.ts';
import { buildPersistentVolume, buildPersistentVolumeClaim } from './volumes.ts';
import { buildCronJob, buildDaemonSet, buildJob, buildWorkload } from './workloads.ts';

/** Every kind that the API serves. Owners come before their objects, as in the agent's listings. */
export const KINDS: { readonly [Name in Resource]: Kind<RecordOf[Name]> } = {
  nodes: { kind: 'Node', group: '', build: buildNode, isRecorded: true },
  resourcequotas: { kind: 'ResourceQuota', group: '', build: buildResourceQuota },
  namespaces: { kind: 'Namespace', group: '', build: buildNamespace, isRecorded: true },
  deployments: { kind: 'Deployment', group: 'apps', build: buildWorkload, isRecorded: true },
  replicasets: { kind: 'ReplicaSet', group: 'apps', build: buildWorkload, isRecorded: true },
  statefulsets: { kind: 'StatefulSet', group: 'apps', build: buildWorkload },
  daemonsets: { kind: 'DaemonSet', group: 'apps', build: buildDaemonSet, isRecorded: true },
  cronjobs: { kind: 'CronJob', group: 'batch', build: buildCronJob },
  jobs: { kind: 'Job', group: 'batch', build: buildJob },
  pods: { kind: 'Pod', group: '', build: buildPod, isRecorded: true },
  persistentvolumes: { kind: 'PersistentVolume', group: '', build: buildPersistentVolume },
  persistentvolumeclaims: { kind: 'PersistentVolumeClaim', group: '', build: buildPersistentVolumeClaim },
  events: { kind: 'Event', group: '', build: buildEvent, isRecorded: true },
};

export function isResource(name: string): name is Resource {
  return Object.hasOwn(KINDS, name);
}
