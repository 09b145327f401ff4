import { z } from 'zod';
import { Message, Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const VolumeRecord = z.object({
  kind: z.literal('volume'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  phase: z.enum(['Pending', 'Available', 'Bound', 'Released', 'Failed']),
  reason: ShortText.nullable(),
  message: Message.nullable(),
  capacityBytes: z.number(),
  storageClass: ShortText.nullable(),
  accessModes: z.array(ShortText).max(10),
  reclaimPolicy: ShortText.nullable(),
  volumeMode: ShortText.nullable(),
  driver: ShortText.nullable(),
  claim: z.object({ namespace: Name, name: Name, uid: Uid.nullable() }).nullable(),
});
export type VolumeRecord = z.infer<typeof VolumeRecord>;
