import { agentProblems, agentRoles } from '@gwanje/contract/agent/agent-problems';
import { z } from 'zod';
import { kinds, recordKinds, type SampledKind, sampledKinds } from './registry.ts';
import { InventoryRecord, type MetricName, metricNames } from './state/states.ts';

/**
 * `POST /ingest/v1/batch`: outside /api/v1, with the bearer token of one cluster. Additive changes only: the server ignores
 * fields, kinds, metrics and problems that it does not know.
 */
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
export const MAX_MANIFESTS = 500;
/** The answer names those that the server lacks: 40 kB at most. */
export const MAX_MANIFEST_CHECKS = 1000;
/** The JSON of one manifest. The agent leaves out parts of a longer one. */
export const MAX_MANIFEST_LENGTH = 64 * 1024;
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

const ManifestHash = z.string().regex(/^[A-Za-z0-9_-]{8,43}$/);
const ManifestRef = z.object({ kind: z.enum(recordKinds), uid: Uid, hash: ManifestHash });
/** A newer agent may know more kinds. The server counts their checks as answered and needs none of their manifests. */
const ManifestCheckRef = ManifestRef.extend({ kind: z.string().min(1).max(63) });

/** Manifests without status, managed fields and secret values. The agent sends them after the inventory. */
export const ManifestPart = z.object({
  /** New manifests of known objects. */
  upserts: z
    .array(
      ManifestRef.extend({
        /** When the agent saw it. */
        at: Time,
        /** JSON with sorted keys: equal manifests are equal texts. */
        json: z.string().max(MAX_MANIFEST_LENGTH),
        /** True: parts of a long manifest are left out. */
        isCut: z.boolean(),
      }),
    )
    .max(MAX_MANIFESTS),
  /** The manifests that the agent sees now. The acknowledgement names those that the server lacks. */
  checks: z.array(ManifestCheckRef).max(MAX_MANIFEST_CHECKS),
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
  manifests: ManifestPart.optional(),
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
  /** Absent: the server stores no manifests. */
  manifests: z
    .object({
      /**
       * How many checks of the batch the server has answered, from the first. The agent sends the others again: the server
       * is busy, or it answers a batch that it had stored already.
       */
      checkedCnt: z.int().min(0),
      /** The uids among them whose manifest the server needs. */
      wantedUids: z.array(Uid),
    })
    .optional(),
});

export type Batch = z.infer<typeof Batch>;
export type InventoryPart = z.infer<typeof InventoryPart>;
export type EventRecord = z.infer<typeof EventRecord>;
export type SamplePart = z.infer<typeof SamplePart>;
export type ManifestPart = z.infer<typeof ManifestPart>;
export type ManifestUpsert = ManifestPart['upserts'][number];
export type ClusterFacts = z.infer<typeof ClusterFacts>;
export type Ack = z.infer<typeof Ack>;
