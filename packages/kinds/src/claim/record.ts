import { z } from 'zod';
import { Name, Time, Uid, Word } from '../definition/record-fields.ts';

export const ClaimRecord = z.object({
  kind: z.literal('claim'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  phase: z.enum(['Pending', 'Bound', 'Lost']),
  storageClass: Word.nullable(),
  accessModes: z.array(Word).max(10),
  requestedBytes: z.number(),
  /** -1 until bound. */
  capacityBytes: z.number(),
  volumeName: Name.nullable(),
});
export type ClaimRecord = z.infer<typeof ClaimRecord>;
