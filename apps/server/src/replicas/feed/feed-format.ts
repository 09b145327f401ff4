import { agentProblems, agentRoles } from '@gwanje/contract/agent/agent-problems';
import { ClusterFacts } from '@gwanje/kinds/batch';
import { recordKinds, sampledKinds } from '@gwanje/kinds/registry';
import { z } from 'zod';
import type { ExportedCluster } from '../../live/copies/export-cluster.ts';
import type { ExportedObject, LatestRows } from '../../live/copies/export-objects.ts';
import type { Contact } from '../../live/tables/clusters.ts';
import { ColumnSpace } from './column-space.ts';
import { encodeFrame, FeedFormatError, readFrames } from './feed-frames.ts';

/**
 * The format of the feed. Give it a new number with every change that an earlier version would misread; the next
 * version then writes the format that its follower asks for, so that two neighbouring versions work together.
 */
export const FEED_FORMAT = 1;
const READ_FORMATS: readonly number[] = [FEED_FORMAT];

/** A follower without a message for this long connects again. The owner sends a heartbeat every second. */
export const FEED_IDLE_MS = 5_000;
export const HEARTBEAT_MS = 1_000;

const Id = z.int().min(0).max(0x7fff_ffff);
const Count = z.int().min(0);
const Ms = z.union([z.number(), z.nan()]);
const Bytes = z.instanceof(Uint8Array);
const Int32 = Bytes.transform((bytes): Int32Array => {
  const { buffer, byteOffset, length } = copyColumn(bytes, Int32Array.BYTES_PER_ELEMENT);
  return new Int32Array(buffer, byteOffset, length / Int32Array.BYTES_PER_ELEMENT);
});
const Float64 = Bytes.transform((bytes): Float64Array => {
  const { buffer, byteOffset, length } = copyColumn(bytes, Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(buffer, byteOffset, length / Float64Array.BYTES_PER_ELEMENT);
});
const Columns = z.record(z.string(), Float64);

/** Where the columns of the message go that is being parsed. Each reader has its own space. */
let columnSpace = new ColumnSpace();

/** Bytes of a message begin anywhere, numbers only at multiples of their size. */
function copyColumn(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  if (bytes.length % size !== 0) throw new FeedFormatError('a column ends within a number');
  return columnSpace.copy(bytes);
}

const Container = z.tuple([Id, z.string()]);
/** A tuple: names would take a third of the bytes. */
const ObjectTuple = z
  .tuple([
    z.string(),
    Id,
    z.number().nullable(),
    z.number(),
    z.number(),
    z.number().nullable(),
    Id.nullable(),
    z.array(Container),
    z.string().nullable(),
  ])
  .transform(
    ([record, id, createdMs, firstSeenMs, lastSeenMs, deletedMs, nodeId, parts, state]): ExportedObject[] => {
      const kind = recordKinds.find((one) => one === record);
      if (kind === undefined) return [];
      const containers = parts.map(([containerId, name]) => ({ id: containerId, name }));
      return [{ kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs, nodeId, containers, state }];
    },
  );
/** A newer version may have kinds that this one does not know. They are skipped. */
const Objects = z.array(ObjectTuple).transform((objects) => objects.flat());

function tupleOf(object: ExportedObject): z.input<typeof ObjectTuple> {
  const containers = object.containers.map(({ id, name }): [number, string] => [id, name]);
  const { kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs, nodeId, state } = object;
  return [kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs, nodeId, containers, state];
}

/** Samples of one instant. Rows whose id is 0 are skipped. */
const Rows = z
  .object({ scope: z.string(), tsMs: z.number(), ids: Int32, columns: Columns })
  .refine(({ ids, columns }) => areColumnsOf(ids, columns), 'columns of different lengths');
const AllRows = z.array(Rows).transform((parts) => parts.flatMap(ofKnownScope));

const Latest = z
  .object({ scope: z.string(), ids: Int32, tsMs: Float64, columns: Columns })
  .refine(
    ({ ids, tsMs, columns }) => areColumnsOf(ids, { tsMs, ...columns }),
    'columns of different lengths',
  );
const AllLatest = z.array(Latest).transform((parts) => parts.flatMap(ofKnownScope));

function ofKnownScope<Part extends { scope: string }>(part: Part) {
  const scope = sampledKinds.find((one) => one === part.scope);
  return scope === undefined ? [] : [{ ...part, scope }];
}

function areColumnsOf(ids: Int32Array, columns: Readonly<Record<string, Float64Array>>): boolean {
  return Object.values(columns).every(({ length }) => length === ids.length);
}

const Problem = z.object({ problem: z.enum(agentProblems), detail: z.string(), since: z.string() });
const Agent = z.object({
  agentId: z.string(),
  role: z.enum(agentRoles),
  version: z.string(),
  lastBatchAtMs: z.number(),
  clockSkewMs: z.number(),
  // A newer version may have problems that this one does not know.
  problemList: z
    .array(z.unknown().transform((one) => Problem.safeParse(one).data ?? []))
    .transform((all) => all.flat()),
});
const ContactOfAgent: z.ZodType<Contact> = z.object({
  atMs: z.number(),
  facts: ClusterFacts.optional().catch(undefined),
  agent: Agent.optional(),
});
const MinuteCounts = z.array(z.tuple([z.int(), Count]));
const ClusterPart: z.ZodType<ExportedCluster> = z.object({
  facts: ClusterFacts.nullable().catch(null),
  factsAtMs: Ms,
  lastBatchAtMs: Ms,
  inventoryAtMs: Ms,
  lastInventoryMs: Ms,
  rights: z.object({ atMs: Ms, isAnyMissing: z.boolean() }),
  agents: z.array(Agent),
  restarts: MinuteCounts,
});

const AlarmCounts = z.object({
  /** Objects with their number of open alarms; id 0: the cluster. */
  objects: z.array(z.object({ objectId: Id, warningCnt: Count, criticalCnt: Count })),
  openAlarms: z.object({ warning: Count, critical: Count }),
  failingSinceMs: z.number().nullable(),
});
const Forecasts = z.array(z.object({ pvcId: Id, days: z.number().nullable() }));

/** A message about one cluster, of the owner with this epoch. */
const ofCluster = { hostId: Id, epoch: Count } as const;
/** The owner numbers its messages about a cluster. Those of a snapshot have no number. */
const numbered = { ...ofCluster, feedNo: Count } as const;
const Position = z.tuple([z.string(), Count]);

const FeedMessage = z.discriminatedUnion('type', [
  /** The first message. The positions are those of the stream's events, by origin. */
  z.object({
    type: z.literal('greeting'),
    format: z.int(),
    replicaId: z.string(),
    origin: z.string(),
    positions: z.array(Position),
  }),
  /** Every second, and when all clusters have been sent. */
  z.object({
    type: z.literal('heartbeat'),
    /** By a clock that is never set. */
    sentMs: z.number(),
    clockMs: z.number(),
    queuedBytes: Count,
    /** The last event; null until all clusters have been sent. */
    eventSeq: Count.nullable(),
  }),
  /** A snapshot of a cluster: one begin, parts, one end. Numbered messages may come between them. */
  z.object({
    type: z.literal('begin'),
    ...numbered,
    /** All objects of the cluster. The follower removes the others first, so that no pod is linked to a deleted node. */
    ids: Int32,
  }),
  z.object({
    type: z.literal('part'),
    ...ofCluster,
    objects: Objects,
    latest: AllLatest,
  }),
  z.object({
    type: z.literal('end'),
    ...ofCluster,
    cluster: ClusterPart,
    alarms: AlarmCounts,
    forecasts: Forecasts,
  }),
  /** The changes of one commit. Those of a large one are sent in several messages. */
  z.object({
    type: z.literal('delta'),
    ...numbered,
    /** Null: another message of the same commit follows. */
    commitNo: Count.nullable(),
    objects: Objects,
    samples: AllRows,
    contacts: z.array(ContactOfAgent),
    restarts: MinuteCounts,
  }),
  /** The live state is as this commit left it. */
  z.object({ type: z.literal('committed'), ...numbered, commitNo: Count }),
  z.object({ type: z.literal('alarms'), ...numbered, alarms: AlarmCounts }),
  z.object({ type: z.literal('forecasts'), ...numbered, forecasts: Forecasts }),
  /** An event of the stream. A newer version may have events that this one does not know. */
  z.object({ type: z.literal('event'), seq: Count, event: z.unknown() }),
  z.object({ type: z.literal('requests'), windowNo: Count, counts: z.array(Position) }),
]);
export type FeedMessage = AllReadonly<z.output<typeof FeedMessage>>;
export type ClusterMessage = Extract<FeedMessage, { hostId: number }>;
type NumberedMessage = Exclude<Extract<ClusterMessage, { feedNo: number }>, { type: 'begin' }>;
type WithoutNumber<Message> = Message extends NumberedMessage ? Omit<Message, 'epoch' | 'feedNo'> : never;
/** A message about a cluster that has no number yet. */
export type Unnumbered = WithoutNumber<NumberedMessage>;
export type AlarmCounts = AllReadonly<z.output<typeof AlarmCounts>>;
export type Forecasts = AllReadonly<z.output<typeof Forecasts>>;

type AllReadonly<Value> = Value extends Int32Array | Float64Array
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: AllReadonly<Value[Key]> }
    : Value;

export function encodeMessage(message: FeedMessage): Buffer {
  if (message.type === 'begin') return encodeFrame({ ...message, ids: bytesOf(message.ids) });
  if (message.type === 'part')
    return encodeFrame({
      ...message,
      objects: message.objects.map(tupleOf),
      latest: message.latest.map((rows) => ({ ...bytesOfRows(rows), tsMs: bytesOf(rows.tsMs) })),
    });
  if (message.type === 'delta')
    return encodeFrame({
      ...message,
      objects: message.objects.map(tupleOf),
      samples: message.samples.map(bytesOfRows),
    });
  return encodeFrame(message);
}

/** A column without any value is left out: the reader fills a missing column with NaN. */
function bytesOfRows<Part extends Pick<LatestRows, 'ids' | 'columns'>>(rows: Part) {
  const filled = Object.entries(rows.columns).filter(([, values]) => !values.every(Number.isNaN));
  return {
    ...rows,
    ids: bytesOf(rows.ids),
    columns: Object.fromEntries(filled.map(([name, values]) => [name, bytesOf(values)])),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * The messages of an owner. The first one is its greeting, in a format that this version reads. The columns of a message are
 * valid until the next one is read.
 */
export async function* readMessages(stream: AsyncIterable<Buffer>): AsyncGenerator<FeedMessage> {
  const space = new ColumnSpace();
  let isGreeted = false;
  for await (const frame of readFrames(stream)) {
    if (!isGreeted) checkGreeting(frame);
    isGreeted = true;
    space.clear();
    columnSpace = space;
    const message = FeedMessage.safeParse(frame);
    if (!message.success)
      throw new FeedFormatError('a message is not of the format of the feed', { cause: message.error });
    yield message.data;
  }
}

function checkGreeting(frame: unknown): void {
  const greeting = z.object({ type: z.literal('greeting'), format: z.int() }).safeParse(frame).data;
  if (greeting === undefined) throw new FeedFormatError('the feed begins without a greeting');
  if (!READ_FORMATS.includes(greeting.format))
    throw new FeedFormatError(
      `the other replica writes format ${greeting.format} of the feed, this version reads ${READ_FORMATS.join(', ')}`,
    );
}

/** What a follower asks for. */
export const FeedRequest = z.object({
  formats: z.array(z.int()),
  replicaId: z.string().min(1).max(100),
  /** The clusters that it has a complete copy of: cluster, epoch and number of the last message. */
  clusters: z.array(z.tuple([Id, Count, Count])),
  /** The last event of the stream that it has, by origin. */
  events: z.array(Position),
});
export type FeedRequest = z.output<typeof FeedRequest>;

export function encodeRequest(request: Omit<FeedRequest, 'formats'>): Buffer {
  return Buffer.from(JSON.stringify({ ...request, formats: READ_FORMATS }));
}

/** Undefined: the bytes are no request of a follower. */
export function parseRequest(body: Uint8Array): FeedRequest | undefined {
  try {
    return FeedRequest.safeParse(JSON.parse(Buffer.from(body).toString())).data;
  } catch {
    return undefined;
  }
}
