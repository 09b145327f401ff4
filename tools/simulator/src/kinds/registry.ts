import { daemonsets } from './daemon-set.ts';
import { deployments } from './deployment.ts';
import { events } from './event.ts';
import { jobs } from './job.ts';
import type { Kind } from './kind.ts';
import { namespaces } from './namespace.ts';
import { nodes } from './node.ts';
import { persistentvolumes } from './persistent-volume.ts';
import { persistentvolumeclaims } from './persistent-volume-claim.ts';
import { pods } from './pod.ts';
import type { RecordOf, Resource } from './records.ts';
import { replicasets } from './replica-set.ts';
import { statefulsets } from './stateful-set.ts';

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
