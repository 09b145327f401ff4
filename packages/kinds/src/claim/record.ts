import { z } from 'zod';
import { Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const ClaimRecord = z.object({
  kind: z.literal('claim'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  phase: z.enum(['Pending', 'Bound', 'Lost']),
  storageClass: ShortText.nullable(),
  accessModes: z.array(ShortText).max(10),
  requestedBytes: z.number(),
  /** -1 until bound. */
  capacityBytes: z.number(),
  volumeName: Name.nullable(),
});
export type ClaimRecord = z.infer<typeof ClaimRecord>;
