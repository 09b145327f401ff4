import { events } from './event.ts';
import { namespaces } from './namespace.ts';
import { nodes } from './node.ts';
import type { Kind } from './object/kind.ts';
import type { RecordOf, Resource } from './object/records.ts';
import { persistentvolumes } from './persistent-volume.ts';
import { persistentvolumeclaims } from './persistent-volume-claim.ts';
import { pods } from './pod/pod.ts';
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
  daemonsets,
  deployments,
  replicasets,
  statefulsets,
  jobs,
} satisfies { readonly [Name in Resource]: Kind<RecordOf[Name]> };
