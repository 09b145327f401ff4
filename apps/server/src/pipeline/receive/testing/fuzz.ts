import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '@gwanje/contract/definition/errors';
import { Batch } from '@gwanje/kinds/batch';
import { kinds, sampledKinds } from '@gwanje/kinds/registry';
import { decodeBatch } from '../decode/decode.ts';
import { decompress } from '../decode/decompress.ts';
import { withoutUnknownParts } from '../decode/unknown-parts.ts';
import { BATCH_LIMITS } from '../in-flight.ts';
import type { DecodedBatch } from '../received-batch.ts';
import { reasonOf } from '../refusal.ts';
import { fullBatch } from './batches.ts';
import { mutateBytes, mutateStructure } from './mutate.ts';

export interface Mutation {
  readonly wire: Buffer;
  readonly encoding: 'gzip' | 'zstd' | 'identity';
}

export interface FuzzResult {
  readonly accepted: number;
  readonly refused: number;
}

const compress = {
  gzip: (plain: Buffer) => gzipSync(plain, { level: 1 }),
  zstd: (plain: Buffer) => zstdCompressSync(plain),
  identity: (plain: Buffer) => plain,
} as const;
const encodings = Object.keys(compress) as Mutation['encoding'][];

/** Mutates the bytes on the wire, the JSON text or the content. The same seed gives the same mutation. */
export function mutation(seed: number, batch: Batch = fullBatch()): Mutation {
  const encoding = encodings[Math.floor(seed / 3) % encodings.length] ?? 'identity';
  const toPlain = (value: unknown) => Buffer.from(JSON.stringify(value));
  switch (seed % 3) {
    case 0:
      return { encoding, wire: mutateBytes(compress[encoding](toPlain(batch)), seed) };
    case 1:
      return { encoding, wire: compress[encoding](mutateBytes(toPlain(batch), seed)) };
    default:
      return { encoding, wire: compress[encoding](toPlain(mutateStructure(batch, seed))) };
  }
}

export async function decodeWire({ wire, encoding }: Mutation): Promise<DecodedBatch> {
  return decodeBatch(await decompress(wire, encoding, BATCH_LIMITS));
}

/**
 * Sends `count` mutations of a valid batch through decompression and decoding. Fails on any error but a
 * refusal, and when decoding and the contract's schema disagree on whether a batch is well formed.
 */
export async function fuzzDecoding(fromSeed: number, count: number): Promise<FuzzResult> {
  const batch = fullBatch();
  let accepted = 0;
  for (let seed = fromSeed; seed < fromSeed + count; seed++) {
    const mutated = mutation(seed, batch);
    const isAccepted = await decodeWire(mutated).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && reasonOf(error)) return false;
        throw new Error(`mutation ${seed}: no refusal`, { cause: error });
      },
    );
    if (isAccepted !== isWellFormed(mutated))
      throw new Error(`mutation ${seed}: accepted ${isAccepted}, which the contract contradicts`);
    if (isAccepted) accepted += 1;
  }
  return { accepted, refused: count - accepted };
}

/**
 * Checks the contract's schema, that columns have the same length, and that every table names its objects.
 */
function isWellFormed({ wire, encoding }: Mutation): boolean {
  try {
    const plain =
      encoding === 'gzip' ? gunzipSync(wire) : encoding === 'zstd' ? zstdDecompressSync(wire) : wire;
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
    const batch = Batch.parse(withoutUnknownParts(Object(JSON.parse(text))).batch);
    return sampledKinds.every((scope) => {
      let namedCnt: number | undefined;
      return (batch.samples ?? []).every((part) => {
        const table: Readonly<Record<string, readonly unknown[] | undefined>> | undefined = part[scope];
        if (table === undefined) return true;
        const keys = kinds[scope].samples.keys.map((name) => table[name]?.length);
        // A table without keys has the objects of the previous part.
        if (keys.some((cnt) => cnt !== undefined)) [namedCnt] = keys;
        const lengths = Object.values(table).flatMap((column) => column?.length ?? []);
        const isNamed = keys.every((cnt) => cnt === undefined) || !keys.includes(undefined);
        return isNamed && namedCnt !== undefined && lengths.every((cnt) => cnt === namedCnt);
      });
    });
  } catch {
    return false;
  }
}
