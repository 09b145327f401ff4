import { z } from 'zod';

const Texts = z.array(z.string());

/** What is on a node, in the order in which its numbers come. */
const Roster = z
  .object({
    /** Virtual kubelets have none. */
    hasCadvisor: z.boolean(),
    podUids: Texts,
    containers: z.object({ podAt: z.array(z.int().min(0)), name: Texts }),
    claims: z.object({ namespace: Texts, name: Texts }),
  })
  .refine(
    ({ podUids, containers, claims }) =>
      containers.podAt.length === containers.name.length &&
      claims.namespace.length === claims.name.length &&
      containers.podAt.every((at) => at < podUids.length),
  );
export type Roster = z.infer<typeof Roster>;

const Change = z.object({
  resource: z.string(),
  type: z.enum(['ADDED', 'MODIFIED', 'DELETED']),
  atMs: z.number(),
  object: z.unknown(),
});

const Head = z.object({
  atMs: z.number(),
  clusters: z.array(
    z.object({
      name: z.string(),
      version: z.number(),
      changes: z.array(Change),
      /** Those that answer; without a roster where it is as it was. */
      kubelets: z.array(z.object({ name: z.string(), roster: Roster.optional() })),
      numberCnt: z.int().min(0),
    }),
  ),
});

/** What has changed in a cluster since a version, and what its kubelets say now, as a simulator tells it in leaps. */
export interface Moment {
  readonly atMs: number;
  readonly version: number;
  readonly changes: readonly z.infer<typeof Change>[];
  readonly kubelets: readonly { readonly name: string; readonly roster?: Roster | undefined }[];
  /** Of the kubelets, one after the other. */
  readonly numbers: Float64Array;
}

const HEAD_LENGTH_BYTES = 4;
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** The length of a head, the head as JSON, and the numbers of all clusters as they lie in memory. */
export function readMoment(bytes: Buffer): { atMs: number; clusters: ReadonlyMap<string, Moment> } {
  const headEnd = HEAD_LENGTH_BYTES + bytes.readUInt32LE(0);
  const { atMs, clusters } = Head.parse(JSON.parse(bytes.toString('utf8', HEAD_LENGTH_BYTES, headEnd)));
  const numbers = numbersFrom(bytes, Math.ceil(headEnd / NUMBER_BYTES) * NUMBER_BYTES);
  const moments = new Map<string, Moment>();
  let at = 0;
  for (const { name, numberCnt, ...rest } of clusters) {
    moments.set(name, { atMs, ...rest, numbers: numbers.subarray(at, at + numberCnt) });
    at += numberCnt;
  }
  if (at !== numbers.length) throw new Error('a moment has other numbers than it says');
  return { atMs, clusters: moments };
}

/** Where they lie, or a copy: where a buffer begins in memory is not up to us. */
function numbersFrom(bytes: Buffer, start: number): Float64Array {
  const at = bytes.byteOffset + start;
  if (at % NUMBER_BYTES === 0)
    return new Float64Array(bytes.buffer, at, (bytes.length - start) / NUMBER_BYTES);
  const copy = new Uint8Array(bytes.length - start);
  copy.set(bytes.subarray(start));
  return new Float64Array(copy.buffer);
}
