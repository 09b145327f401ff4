import {
  claimPhases,
  containerStates,
  containerTypes,
  nodeConditions,
  podPhases,
  volumePhases,
} from '@gwanje/contract/states';
import { z } from 'zod';

/*
 * What lists need to know of an object, and what its history keeps: small, plain JSON both ways. -1 where a request or
 * limit is not set, null where something is absent or unknown, times in ms.
 */

const textOrNull = z.string().nullable();
const msOrNull = z.number().nullable();

export const NodeState = z.object({
  name: z.string(),
  condition: z.enum(nodeConditions),
  isSchedulable: z.boolean(),
  roles: z.string(),
  kubeletVersion: z.string(),
  internalIp: textOrNull,
  pool: textOrNull,
  zone: textOrNull,
  region: textOrNull,
  instanceType: textOrNull,
  podCapacity: z.number(),
  cpuCapacityCores: z.number(),
  cpuAllocatableCores: z.number(),
  memCapacityBytes: z.number(),
  memAllocatableBytes: z.number(),
  /** Every condition that is true of it beside readiness, comma-joined: the worst alone hides the others. */
  troubles: z.string().default(''),
  /** It stands for a service elsewhere: what it offers is in no sum of its cluster. */
  isVirtual: z.boolean().default(false),
});

export const ContainerState = z.object({
  name: z.string(),
  type: z.enum(containerTypes),
  image: z.string(),
  state: z.enum(containerStates),
  stateReason: textOrNull,
  exitCode: z.number().nullable(),
  isReady: z.boolean(),
  restartCnt: z.number(),
  cpuRequestCores: z.number(),
  cpuLimitCores: z.number(),
  memRequestBytes: z.number(),
  memLimitBytes: z.number(),
  startedAtMs: msOrNull,
});

export const PodState = z.object({
  name: z.string(),
  namespace: z.string(),
  nodeName: textOrNull,
  ownerKind: textOrNull,
  ownerName: textOrNull,
  phase: z.enum(podPhases),
  status: z.string(),
  readyCnt: z.number(),
  containerCnt: z.number(),
  restartCnt: z.number(),
  cpuRequestCores: z.number(),
  cpuLimitCores: z.number(),
  memRequestBytes: z.number(),
  memLimitBytes: z.number(),
  qosClass: textOrNull,
  podIp: textOrNull,
  isHostNetwork: z.boolean(),
  startedAtMs: msOrNull,
  /** When one of its containers was last killed for want of memory; the next start would hide it. */
  oomKilledAtMs: msOrNull.default(null),
  containers: z.array(ContainerState),
});

export const VolumeState = z.object({
  name: z.string(),
  phase: z.enum(volumePhases),
  reason: textOrNull,
  storageClass: textOrNull,
  accessModes: z.string(),
  reclaimPolicy: textOrNull,
  driver: textOrNull,
  capacityBytes: z.number(),
  claimNamespace: textOrNull,
  claimName: textOrNull,
});

export const ClaimState = z.object({
  name: z.string(),
  namespace: z.string(),
  phase: z.enum(claimPhases),
  storageClass: textOrNull,
  accessModes: z.string(),
  requestedBytes: z.number(),
  capacityBytes: z.number(),
  volumeName: textOrNull,
});

export const NamespaceState = z.object({ name: z.string(), phase: z.string() });

export type NodeState = z.infer<typeof NodeState>;
export type ContainerState = z.infer<typeof ContainerState>;
export type PodState = z.infer<typeof PodState>;
export type VolumeState = z.infer<typeof VolumeState>;
export type ClaimState = z.infer<typeof ClaimState>;
export type NamespaceState = z.infer<typeof NamespaceState>;

/** The kinds that have a state of their own; a container's is part of its pod's. */
export interface StateOfKind {
  readonly node: NodeState;
  readonly pod: PodState;
  readonly volume: VolumeState;
  readonly claim: ClaimState;
  readonly namespace: NamespaceState;
}
export type StateKind = keyof StateOfKind;
export type ObjectState = StateOfKind[StateKind];

const schemas: { readonly [Kind in StateKind]: z.ZodType<StateOfKind[Kind]> } = {
  node: NodeState,
  pod: PodState,
  volume: VolumeState,
  claim: ClaimState,
  namespace: NamespaceState,
};

/** A state as it was kept with a change, back from its JSON. */
export function parseState<Kind extends StateKind>(kind: Kind, json: unknown): StateOfKind[Kind] {
  return schemas[kind].parse(json);
}
