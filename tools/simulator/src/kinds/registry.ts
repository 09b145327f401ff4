import { buildEvent } from './event.ts';
import { buildNamespace, buildResourceQuota } from './namespace.ts';
import { buildNode } from './node.ts';
import type { Kind } from './object/kind.ts';
import type { RecordOf, Resource } from './object/records.ts';
import { buildPod } from './pod.ts';
import { buildPersistentVolume, buildPersistentVolumeClaim } from './volumes.ts';
import {
  buildCronJob,
  buildDaemonSet,
  buildDeployment,
  buildJob,
  buildReplicaSet,
  buildStatefulSet,
} from './workloads.ts';

/** Every kind that the API serves. */
export const KINDS: { readonly [Name in Resource]: Kind<RecordOf[Name]> } = {
  events: { kind: 'Event', group: '', build: buildEvent, recording: 'api_v1_events' },
  namespaces: { kind: 'Namespace', group: '', build: buildNamespace, recording: 'api_v1_namespaces' },
  nodes: { kind: 'Node', group: '', build: buildNode, recording: 'api_v1_nodes' },
  persistentvolumeclaims: { kind: 'PersistentVolumeClaim', group: '', build: buildPersistentVolumeClaim },
  persistentvolumes: { kind: 'PersistentVolume', group: '', build: buildPersistentVolume },
  pods: { kind: 'Pod', group: '', build: buildPod, recording: 'api_v1_pods' },
  resourcequotas: { kind: 'ResourceQuota', group: '', build: buildResourceQuota },
  daemonsets: {
    kind: 'DaemonSet',
    group: 'apps',
    build: buildDaemonSet,
    recording: 'apis_apps_v1_daemonsets',
  },
  deployments: {
    kind: 'Deployment',
    group: 'apps',
    build: buildDeployment,
    recording: 'apis_apps_v1_deployments',
  },
  replicasets: {
    kind: 'ReplicaSet',
    group: 'apps',
    build: buildReplicaSet,
    recording: 'apis_apps_v1_replicasets',
  },
  statefulsets: { kind: 'StatefulSet', group: 'apps', build: buildStatefulSet },
  cronjobs: { kind: 'CronJob', group: 'batch', build: buildCronJob },
  jobs: { kind: 'Job', group: 'batch', build: buildJob },
};
