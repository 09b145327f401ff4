import { z } from 'zod';
import { Labels, Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const MAX_LIMITS = 500;

const Amount = z.number().nullable();

/** What a limit range allows for one resource of a type of objects. Null: not set. */
export const Limit = z.object({
  limitRangeName: Name,
  /** `Container`, `Pod` or `PersistentVolumeClaim`. */
  type: ShortText,
  /** `cpu` in cores, `memory` and `storage` in bytes. */
  resource: ShortText,
  min: Amount,
  max: Amount,
  /** The limit and the request of a container that sets none. */
  defaultLimit: Amount,
  defaultRequest: Amount,
  /** The highest ratio of limit to request. */
  maxRatio: Amount,
});
export type Limit = z.infer<typeof Limit>;

export const NamespaceRecord = z.object({
  kind: z.literal('namespace'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  phase: ShortText,
  labels: Labels,
  /** Of its limit ranges. Null when the agent cannot read them. */
  limits: z.array(Limit).max(MAX_LIMITS).nullable().default(null),
});
export type NamespaceRecord = z.infer<typeof NamespaceRecord>;
