import { z } from 'zod';
import { Labels, Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const MAX_QUOTAS = 500;

/** One resource of a resource quota, such as `requests.cpu` in cores or `pods`. */
export const Quota = z.object({ quotaName: Name, resource: ShortText, hard: z.number(), used: z.number() });
export type Quota = z.infer<typeof Quota>;

export const NamespaceRecord = z.object({
  kind: z.literal('namespace'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  phase: ShortText,
  labels: Labels,
  /** Null when the agent cannot read the resource quotas. */
  quotas: z.array(Quota).max(MAX_QUOTAS).nullable().default(null),
});
export type NamespaceRecord = z.infer<typeof NamespaceRecord>;
