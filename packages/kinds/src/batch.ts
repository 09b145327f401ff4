import { agentProblems, agentRoles } from '@gwanje/contract/agent/agent-problems';
import { z } from 'zod';
import { kinds, recordKinds, type SampledKind, sampledKinds } from './registry.ts';
import { InventoryRecord, type MetricName, metricNames } from './state/states.ts';

/** `POST /ingest/v1/batch`: outside /api/v1, with the bearer token of one cluster. Additive changes only. */
export const BATCH_SCHEMA = 1;
export const MAX_INVENTORY_CHUNK = 2000;
export const MAX_EVENTS = 5000;
export const MAX_PROBLEMS = 100;
export const MAX_PROBLEM_DETAIL = 500;
export const MAX_SAMPLES = 20_000;
/**
 * The JSON of a batch without its samples. It is stored object by object, so more would delay the batches of other
 * clusters. Agents send about a quarter of it.
 */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** A batch per second for 30,000 years. */
const MAX_SEQ = 999_999_999_999;

const Time = z.iso.datetime({ offset: true });
const Uid = z.string().min(1).max(128);
const Name = z.string().min(1).max(253);

/**
 * A full listing of one kind arrives in chunks that share `listing`. After the last chunk, objects that were
 * in none of them are deleted. Afterwards the agent sends deltas, which have no `listing`.
 */
export const InventoryPart = z.object({
  listing: z
    .object({
      kind: z.enum(recordKinds),
      id: z.string().min(1).max(64),
      chunk: z.int().min(0),
      isLast: z.boolean(),
    })
    .nullable(),
  upserts: z.array(InventoryRecord).max(MAX_INVENTORY_CHUNK),
  deletes: z
    .array(z.object({ kind: z.enum(recordKinds), uid: Uid, deletedAt: Time }))
    .max(MAX_INVENTORY_CHUNK),
});

export const EventRecord = z.object({
  uid: Uid,
  type: z.string().max(63),
  reason: z.string().max(253),
  message: z.string().max(4096),
  count: z.int().min(1),
  firstAt: Time,
  lastAt: Time,
  object: z.object({
    kind: z.string().max(253),
    namespace: Name.nullable(),
    name: Name,
    uid: Uid.nullable(),
    container: Name.nullable(),
  }),
  source: z.string().max(253).nullable(),
});

const Column = z.array(z.number().nullable()).max(MAX_SAMPLES);

/** The greatest length of a key: a uid is shorter than a name. */
export function maxKeyLength(name: string): number {
  return name.toLowerCase().endsWith('uid') ? 128 : 253;
}

type KeyName<Scope extends SampledKind> = (typeof kinds)[Scope]['samples']['keys'][number];
type SampleColumns<Scope extends SampledKind> = z.ZodObject<
  Record<KeyName<Scope>, z.ZodOptional<z.ZodArray<z.ZodString>>> &
    Record<MetricName<Scope>, z.ZodOptional<typeof Column>>
>;
type Scopes = { readonly [Scope in SampledKind]: z.ZodOptional<SampleColumns<Scope>> };

/** Columns of one scope: the keys of the objects, then one column per metric; null for an unknown value. */
function columnsOf(scope: SampledKind) {
  const keys = kinds[scope].samples.keys.map((name) => {
    const Key = z.string().min(1).max(maxKeyLength(name));
    return [name, z.array(Key).max(MAX_SAMPLES).optional()];
  });
  const values = metricNames(scope).map((name) => [name, Column.optional()]);
  return z.object(Object.fromEntries([...keys, ...values])).optional();
}

/**
 * Keys are those of the kubelet: nodes by name, pods by uid, containers by pod and name, claims by namespace
 * and name. A scope without keys has the objects of the previous part of the batch with that scope.
 */
export const SamplePart = z.object({
  ts: Time,
  // Each scope has the columns that its kind names.
  ...(Object.fromEntries(sampledKinds.map((scope) => [scope, columnsOf(scope)])) as unknown as Scopes),
});

export const ClusterFacts = z.object({
  kubernetesVersion: z.string().max(63),
  platform: z.enum(['aks', 'eks', 'gke', 'onprem']),
  isApiReachable: z.boolean(),
  apiLatencyMs: z.number().nullable(),
});

export const Batch = z.object({
  schema: z.literal(BATCH_SCHEMA),
  agent: z.object({ id: z.string().min(1).max(128), role: z.enum(agentRoles), version: z.string().max(63) }),
  /** Increases by one per batch and survives restarts. (agent, seq, sentAt) makes a resend harmless. */
  seq: z.int().min(1).max(MAX_SEQ),
  sentAt: Time,
  cluster: ClusterFacts.optional(),
  inventory: z.array(InventoryPart).max(50).optional(),
  events: z.array(EventRecord).max(MAX_EVENTS).optional(),
  samples: z.array(SamplePart).max(240).optional(),
  problems: z
    .array(
      z.object({ problem: z.enum(agentProblems), detail: z.string().max(MAX_PROBLEM_DETAIL), since: Time }),
    )
    .max(MAX_PROBLEMS)
    .optional(),
});

/** Acknowledges that the batch is durably stored, and carries the settings of the agent. */
export const Ack = z.object({
  seq: z.int(),
  settings: z.object({ sampleEveryMs: z.int() }),
  /** The server needs full listings again. */
  isResyncNeeded: z.boolean(),
});

export type Batch = z.infer<typeof Batch>;
export type InventoryPart = z.infer<typeof InventoryPart>;
export type EventRecord = z.infer<typeof EventRecord>;
export type SamplePart = z.infer<typeof SamplePart>;
export type ClusterFacts = z.infer<typeof ClusterFacts>;
export type Ack = z.infer<typeof Ack>;
