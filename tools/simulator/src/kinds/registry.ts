import { events } from './event.ts';
import { namespaces } from './namespace.ts';
import { nodes } from './node.ts';
import type { Kind } from './object/kind.ts';
import type { RecordOf, Resource } from './object/records.ts';
import { persistentvolumes } from './persistent-volume.ts';
import { persistentvolumeclaims } from './persistent-volume-claim.ts';
import { pods } from './pod/pod.ts';
import { resourcequotas } from './resource-quota.ts';
import { cronjobs } from './workloads/cron-job.ts';
import { daemonsets } from './workloads/daemon-set.ts';
import { deployments } from './workloads/deployment.ts';
import { jobs } from './workloads/job.ts';
import { replicasets } from './workloads/replica-set.ts';
import { statefulsets } from './workloads/stateful-set.ts';

/** Every kind that the API serves, in discovery order. */
export const KINDS = {
  events,
  namespaces,
  nodes,
  persistentvolumeclaims,
  persistentvolumes,
  pods,
  resourcequotas,
  daemonsets,
  deployments,
  replicasets,
  statefulsets,
  cronjobs,
  jobs,
} satisfies { readonly [Name in Resource]: Kind<RecordOf[Name]> };
