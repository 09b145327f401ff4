import { z } from 'zod';
import { Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const MAX_QUOTA_RESOURCES = 200;

/** One resource of a quota, such as `requests.cpu` in cores or `pods`. */
export const QuotaResource = z.object({ resource: ShortText, hard: z.number(), used: z.number() });
export type QuotaResource = z.infer<typeof QuotaResource>;

export const QuotaRecord = z.object({
  kind: z.literal('quota'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  /** The pods that it counts, such as `BestEffort`. Empty: all. */
  scopes: z.array(ShortText).max(20),
  resources: z.array(QuotaResource).max(MAX_QUOTA_RESOURCES),
});
export type QuotaRecord = z.infer<typeof QuotaRecord>;
