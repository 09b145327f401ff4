import { z } from 'zod';

/** Schemas for parts of Kubernetes objects on the wire. They keep only the fields that the agent reads. */
export const Text = z.string().nullish();
export const Count = z.number().nullish();
export const Flag = z.boolean().nullish();
export const TextMap = z.record(z.string(), z.string()).nullish();
/** Quantities are text, but small whole numbers may be JSON numbers. */
const Quantity = z.union([z.string(), z.number().transform(String)]);
export const Quantities = z.record(z.string(), Quantity).nullish();

export const RawOwner = z.object({ kind: z.string(), name: z.string(), uid: z.string(), controller: Flag });

export const Metadata = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: Text,
  creationTimestamp: z.string(),
  deletionTimestamp: Text,
  labels: TextMap,
  ownerReferences: z.array(RawOwner).nullish(),
});

export const RawCondition = z.object({
  type: z.string(),
  status: z.string(),
  reason: Text,
  message: Text,
  lastTransitionTime: Text,
});
export const RawConditions = z.array(RawCondition).nullish();
