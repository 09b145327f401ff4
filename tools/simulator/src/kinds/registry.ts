import { buildEvent } from './event.ts';
import { buildNamespace } from './namespace.ts';
import { buildNode } from './node.ts';
import type { Kind } from './object/kind.ts';
import type { RecordOf, Resource } from './object/records.ts';
import { buildPersistentVolume } from './persistent-volume.ts';
import { buildPersistentVolumeClaim } from './persistent-volume-claim.ts';
import { buildPod } from './pod/pod.ts';
import { buildResourceQuota } from './resource-quota.ts';
import { buildCronJob } from './workloads/cron-job.ts';
import { buildDaemonSet } from './workloads/daemon-set.ts';
import { buildDeployment } from './workloads/deployment.ts';
import { buildJob } from './workloads/job.ts';
import { buildReplicaSet } from './workloads/replica-set.ts';
import { buildStatefulSet } from './workloads/stateful-set.ts';

/** Every kind that the API serves. */
export const KINDS: { readonly [Name in Resource]: Kind<RecordOf[Name]> } = {
  events: { kind: 'Event', group: '', build: buildEvent },
  namespaces: { kind: 'Namespace', group: '', build: buildNamespace },
  nodes: { kind: 'Node', group: '', build: buildNode },
  persistentvolumeclaims: { kind: 'PersistentVolumeClaim', group: '', build: buildPersistentVolumeClaim },
  persistentvolumes: { kind: 'PersistentVolume', group: '', build: buildPersistentVolume },
  pods: { kind: 'Pod', group: '', build: buildPod },
  resourcequotas: { kind: 'ResourceQuota', group: '', build: buildResourceQuota },
  daemonsets: { kind: 'DaemonSet', group: 'apps', build: buildDaemonSet },
  deployments: { kind: 'Deployment', group: 'apps', build: buildDeployment },
  replicasets: { kind: 'ReplicaSet', group: 'apps', build: buildReplicaSet },
  statefulsets: { kind: 'StatefulSet', group: 'apps', build: buildStatefulSet },
  cronjobs: { kind: 'CronJob', group: 'batch', build: buildCronJob },
  jobs: { kind: 'Job', group: 'batch', build: buildJob },
};
