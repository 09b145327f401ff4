import { z } from 'zod';
import { Message, Name, Time, Uid, Word } from '../definition/record-fields.ts';

export const VolumeRecord = z.object({
  kind: z.literal('volume'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  phase: z.enum(['Pending', 'Available', 'Bound', 'Released', 'Failed']),
  reason: Word.nullable(),
  message: Message.nullable(),
  capacityBytes: z.number(),
  storageClass: Word.nullable(),
  accessModes: z.array(Word).max(10),
  reclaimPolicy: Word.nullable(),
  volumeMode: Word.nullable(),
  driver: Word.nullable(),
  claim: z.object({ namespace: Name, name: Name, uid: Uid.nullable() }).nullable(),
});
export type VolumeRecord = z.infer<typeof VolumeRecord>;
