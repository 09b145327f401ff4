import { z } from 'zod';
import { kinds } from './registry.ts';

/** An object as the agent sends it. */
export const InventoryRecord = z.discriminatedUnion('kind', [
  kinds.node.record,
  kinds.pod.record,
  kinds.namespace.record,
  kinds.volume.record,
  kinds.claim.record,
  kinds.workload.record,
]);
export type InventoryRecord = z.infer<typeof InventoryRecord>;
