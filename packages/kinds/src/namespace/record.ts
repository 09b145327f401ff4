import { z } from 'zod';
import { Labels, Name, Time, Uid, Word } from '../record-fields.ts';

export const NamespaceRecord = z.object({
  kind: z.literal('namespace'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  phase: Word,
  labels: Labels,
});
export type NamespaceRecord = z.infer<typeof NamespaceRecord>;
