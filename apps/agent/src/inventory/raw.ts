import { z } from 'zod';

/** Schemas for parts of Kubernetes objects on the wire. They keep only the fields that the agent reads. */
export const OptionalText = z.string().nullish();
export const OptionalNumber = z.number().nullish();
export const OptionalBoolean = z.boolean().nullish();
export const TextMap = z.record(z.string(), z.string()).nullish();
/** Quantities are text, but small whole numbers may be JSON numbers. */
const Quantity = z.union([z.string(), z.number().transform(String)]);
export const Quantities = z.record(z.string(), Quantity).nullish();

export const RawOwner = z.object({
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: OptionalBoolean,
});

export const Metadata = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: OptionalText,
  creationTimestamp: z.string(),
  deletionTimestamp: OptionalText,
  labels: TextMap,
  ownerReferences: z.array(RawOwner).nullish(),
});

export const RawCondition = z.object({
  type: z.string(),
  status: z.string(),
  reason: OptionalText,
  message: OptionalText,
  lastTransitionTime: OptionalText,
});
export const RawConditions = z.array(RawCondition).nullish();
