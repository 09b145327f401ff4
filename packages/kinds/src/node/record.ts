import { z } from 'zod';
import { Condition, Labels, Name, Resources, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const NodeRecord = z.object({
  kind: z.literal('node'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  labels: Labels,
  providerId: z.string().max(1024).nullable(),
  isUnschedulable: z.boolean(),
  taints: z.array(z.object({ key: ShortText, value: ShortText.nullable(), effect: ShortText })).max(100),
  capacity: Resources.extend({ pods: z.number() }),
  allocatable: Resources.extend({ pods: z.number() }),
  conditions: z.array(Condition).max(100),
  kubeletVersion: ShortText,
  osImage: ShortText,
  kernelVersion: ShortText,
  containerRuntime: ShortText,
  architecture: ShortText,
  internalIp: ShortText.nullable(),
});
export type NodeRecord = z.infer<typeof NodeRecord>;
