import { buildEvent } from './event.ts';
import { buildLimitRange, buildNamespace, buildResourceQuota } from './namespace.ts';
import { buildEndpointSlice, buildIngress, buildService } from './network.ts';
import { buildNode } from './node.ts';
import type { Kind } from './object/kind.ts';
import type { RecordOf, Resource } from './object/records.ts';
import { buildPod } from './pod.ts';
import { buildAutoscaler, buildDisruptionBudget } from './policies.ts';
import { buildPersistentVolume, buildPersistentVolumeClaim } from './volumes.ts';
import {
  buildControllerRevision,
  buildCronJob,
  buildDaemonSet,
  buildDeployment,
  buildJob,
  buildReplicaSet,
  buildStatefulSet,
} from './workloads.ts';

/** Every kind that the API serves. Owners come before their objects, as in the agent's listings. */
export const KINDS: { readonly [Name in Resource]: Kind<RecordOf[Name]> } = {
  nodes: { kind: 'Node', group: '', build: buildNode, isRecorded: true },
  resourcequotas: { kind: 'ResourceQuota', group: '', build: buildResourceQuota },
  limitranges: { kind: 'LimitRange', group: '', build: buildLimitRange },
  namespaces: { kind: 'Namespace', group: '', build: buildNamespace, isRecorded: true },
  deployments: { kind: 'Deployment', group: 'apps', build: buildDeployment, isRecorded: true },
  replicasets: { kind: 'ReplicaSet', group: 'apps', build: buildReplicaSet, isRecorded: true },
  controllerrevisions: { kind: 'ControllerRevision', group: 'apps', build: buildControllerRevision },
  statefulsets: { kind: 'StatefulSet', group: 'apps', build: buildStatefulSet },
  daemonsets: { kind: 'DaemonSet', group: 'apps', build: buildDaemonSet, isRecorded: true },
  cronjobs: { kind: 'CronJob', group: 'batch', build: buildCronJob },
  jobs: { kind: 'Job', group: 'batch', build: buildJob },
  pods: { kind: 'Pod', group: '', build: buildPod, isRecorded: true },
  persistentvolumes: { kind: 'PersistentVolume', group: '', build: buildPersistentVolume },
  persistentvolumeclaims: { kind: 'PersistentVolumeClaim', group: '', build: buildPersistentVolumeClaim },
  endpointslices: { kind: 'EndpointSlice', group: 'discovery.k8s.io', build: buildEndpointSlice },
  services: { kind: 'Service', group: '', build: buildService },
  ingresses: { kind: 'Ingress', group: 'networking.k8s.io', build: buildIngress },
  horizontalpodautoscalers: {
    kind: 'HorizontalPodAutoscaler',
    group: 'autoscaling',
    version: 'v2',
    build: buildAutoscaler,
  },
  poddisruptionbudgets: { kind: 'PodDisruptionBudget', group: 'policy', build: buildDisruptionBudget },
  events: { kind: 'Event', group: '', build: buildEvent, isRecorded: true },
};

export function isResource(name: string): name is Resource {
  return Object.hasOwn(KINDS, name);
}
