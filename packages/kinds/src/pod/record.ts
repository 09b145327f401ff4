import { z } from 'zod';
import { ContainerRecord } from '../container/record.ts';
import {
  Condition,
  Labels,
  Message,
  Name,
  Owner,
  Resources,
  ShortText,
  Time,
  Uid,
} from '../definition/record-fields.ts';

export const PodRecord = z.object({
  kind: z.literal('pod'),
  uid: Uid,
  /** The uid in its samples, if it differs: a kubelet identifies a static pod by the hash of its file. */
  kubeletUid: Uid.optional(),
  name: Name,
  namespace: Name,
  nodeName: Name.nullable(),
  createdAt: Time,
  startedAt: Time.nullable(),
  /** When its deletion should be finished: the request and its grace period. Null: it is not being deleted. */
  deletingAt: Time.nullable(),
  phase: z.enum(['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown']),
  reason: ShortText.nullable(),
  message: Message.nullable(),
  qosClass: ShortText.nullable(),
  podIp: ShortText.nullable(),
  /** True: its network metrics are those of the node, so no sum includes them. */
  isHostNetwork: z.boolean().optional(),
  /** What its RuntimeClass adds to its containers. */
  overhead: Resources.optional(),
  /** Requests and limits of the pod itself. They replace those of its containers. */
  resources: z.object({ requests: Resources, limits: Resources }).optional(),
  labels: Labels,
  /** The top controlling owner: a deployment rather than its replica set. */
  owner: Owner.nullable(),
  conditions: z.array(Condition).max(100),
  containers: z.array(ContainerRecord).max(200),
  claims: z.array(Name).max(500),
});
export type PodRecord = z.infer<typeof PodRecord>;
