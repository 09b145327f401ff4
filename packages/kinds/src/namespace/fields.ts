import { numberOrNull, type StateOf, text, textOrNull, tracked } from '../definition/fields.ts';

export const namespaceFields = {
  name: text(),
  phase: tracked(text()),
  /** Number of resource quotas; null when they are unknown. */
  quotaCnt: tracked(numberOrNull()),
  /** The highest use of all quotas, in % of the hard limit. */
  quotaUsedPercent: tracked(numberOrNull()),
  /** The resource with the highest use. */
  quotaResource: textOrNull(),
} as const;

export type NamespaceState = StateOf<typeof namespaceFields>;
