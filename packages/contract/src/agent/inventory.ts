import { z } from 'zod';

/** Kubernetes' own limits: names 253, label keys 317, label values 63; messages are cut by the agent. */
const Name = z.string().min(1).max(253);
const Uid = z.string().min(1).max(128);
const Word = z.string().max(253);
const Message = z.string().max(2048);
const Time = z.iso.datetime({ offset: true });
/** Kubernetes knows no limit but that of a whole object; the agent leaves out what is beyond. */
export const MAX_LABELS = 500;
const Labels = z
  .record(z.string().max(317), z.string().max(1024))
  .refine((labels) => Object.keys(labels).length <= MAX_LABELS);

/** Cores and bytes; -1 where nothing is set. */
const Resources = z.object({ cpuCores: z.number(), memBytes: z.number(), ephemeralBytes: z.number() });

const Condition = z.object({
  type: Word,
  status: z.enum(['True', 'False', 'Unknown']),
  reason: Word.nullable(),
  message: Message.nullable(),
  changedAt: Time.nullable(),
});

const Owner = z.object({ kind: Word, name: Name, uid: Uid });

export const NodeRecord = z.object({
  kind: z.literal('node'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  labels: Labels,
  providerId: z.string().max(1024).nullable(),
  isUnschedulable: z.boolean(),
  taints: z.array(z.object({ key: Word, value: Word.nullable(), effect: Word })).max(100),
  capacity: Resources.extend({ pods: z.number() }),
  allocatable: Resources.extend({ pods: z.number() }),
  conditions: z.array(Condition).max(100),
  kubeletVersion: Word,
  osImage: Word,
  kernelVersion: Word,
  containerRuntime: Word,
  architecture: Word,
  internalIp: Word.nullable(),
});

const ContainerState = z.object({
  kind: z.enum(['waiting', 'running', 'terminated']),
  reason: Word.nullable(),
  message: Message.nullable(),
  exitCode: z.number().int().nullable(),
  signal: z.number().int().nullable(),
  startedAt: Time.nullable(),
  finishedAt: Time.nullable(),
});

export const ContainerRecord = z.object({
  name: Name,
  type: z.enum(['regular', 'init', 'sidecar', 'ephemeral']),
  image: z.string().max(1024),
  /** Absent until the kubelet has started it once. */
  containerId: z.string().max(256).nullable(),
  state: ContainerState.nullable(),
  lastState: ContainerState.nullable(),
  isReady: z.boolean(),
  restartCnt: z.int().min(0),
  requests: Resources,
  limits: Resources,
});

export const PodRecord = z.object({
  kind: z.literal('pod'),
  uid: Uid,
  /** The uid in its samples, where that is another: a kubelet knows a static pod by the hash of its file. */
  kubeletUid: Uid.optional(),
  name: Name,
  namespace: Name,
  nodeName: Name.nullable(),
  createdAt: Time,
  startedAt: Time.nullable(),
  /** Being deleted since. */
  deletingAt: Time.nullable(),
  phase: z.enum(['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown']),
  reason: Word.nullable(),
  message: Message.nullable(),
  qosClass: Word.nullable(),
  podIp: Word.nullable(),
  /** Its network figures are the node's own and count for no sum. */
  isHostNetwork: z.boolean().optional(),
  labels: Labels,
  /** The controlling owner, followed up to what a person created: a deployment rather than its replica set. */
  owner: Owner.nullable(),
  conditions: z.array(Condition).max(100),
  containers: z.array(ContainerRecord).max(200),
  claims: z.array(Name).max(500),
});

export const NamespaceRecord = z.object({
  kind: z.literal('namespace'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  phase: Word,
  labels: Labels,
});

export const VolumeRecord = z.object({
  kind: z.literal('volume'),
  uid: Uid,
  name: Name,
  createdAt: Time,
  phase: z.enum(['Pending', 'Available', 'Bound', 'Released', 'Failed']),
  reason: Word.nullable(),
  message: Message.nullable(),
  capacityBytes: z.number(),
  storageClass: Word.nullable(),
  accessModes: z.array(Word).max(10),
  reclaimPolicy: Word.nullable(),
  volumeMode: Word.nullable(),
  driver: Word.nullable(),
  claim: z.object({ namespace: Name, name: Name, uid: Uid.nullable() }).nullable(),
});

export const ClaimRecord = z.object({
  kind: z.literal('claim'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  phase: z.enum(['Pending', 'Bound', 'Lost']),
  storageClass: Word.nullable(),
  accessModes: z.array(Word).max(10),
  requestedBytes: z.number(),
  /** -1 until bound. */
  capacityBytes: z.number(),
  volumeName: Name.nullable(),
});

export const workloadKinds = ['deployment', 'replicaSet', 'statefulSet', 'daemonSet', 'job'] as const;

export const WorkloadRecord = z.object({
  kind: z.enum(workloadKinds),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  owner: Owner.nullable(),
  labels: Labels,
  desiredCnt: z.int().min(0),
  readyCnt: z.int().min(0),
});

export const InventoryRecord = z.discriminatedUnion('kind', [
  NodeRecord,
  PodRecord,
  NamespaceRecord,
  VolumeRecord,
  ClaimRecord,
  WorkloadRecord,
]);

export const inventoryKinds = ['node', 'pod', 'namespace', 'volume', 'claim', ...workloadKinds] as const;

export type NodeRecord = z.infer<typeof NodeRecord>;
export type PodRecord = z.infer<typeof PodRecord>;
export type ContainerRecord = z.infer<typeof ContainerRecord>;
export type NamespaceRecord = z.infer<typeof NamespaceRecord>;
export type VolumeRecord = z.infer<typeof VolumeRecord>;
export type ClaimRecord = z.infer<typeof ClaimRecord>;
export type WorkloadRecord = z.infer<typeof WorkloadRecord>;
export type InventoryRecord = z.infer<typeof InventoryRecord>;
export type InventoryKind = (typeof inventoryKinds)[number];
