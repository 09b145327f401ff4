import { nodeConditions } from '@gwanje/contract/clusters/states';
import { choice, flag, number, type StateOf, text, textOrNull, tracked } from '../definition/fields.ts';

export const nodeFields = {
  name: text(),
  condition: tracked(choice(nodeConditions)),
  isSchedulable: tracked(flag()),
  roles: tracked(text()),
  kubeletVersion: tracked(text()),
  internalIp: tracked(textOrNull()),
  pool: tracked(textOrNull()),
  zone: tracked(textOrNull()),
  region: textOrNull(),
  instanceType: tracked(textOrNull()),
  podCapacity: tracked(number()),
  cpuCapacityCores: number(),
  cpuAllocatableCores: tracked(number()),
  memCapacityBytes: number(),
  memAllocatableBytes: tracked(number()),
  /** All conditions that are true except Ready, comma-joined. `condition` has only the worst. */
  troubles: text(),
  /** A virtual kubelet. Its resources count in no sum of the cluster. */
  isVirtual: flag(),
} as const;

export type NodeState = StateOf<typeof nodeFields>;
