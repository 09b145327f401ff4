import type { Hold } from '../in-flight.ts';
import type { BatchLimits } from '../ingest-limits.ts';
import type { DecodedBatch } from '../received-batch.ts';
import { decodeBatch } from './decode.ts';
import type { DecoderPool } from './decoder-pool.ts';
import { decompressSmall } from './decompress.ts';

/** Smaller batches are decoded faster on this thread than they are sent to another and back. */
const SMALL_WIRE_BYTES = 32 * 1024;
const SMALL_PLAIN_BYTES = 128 * 1024;

interface Body {
  readonly hostId: number;
  readonly wire: Buffer;
  readonly encoding: string | undefined;
}

/** Decodes small batches on this thread. Large ones would block other requests, so a worker decodes them. */
export async function decodeBody(
  { hostId, wire, encoding }: Body,
  limits: BatchLimits,
  pool: DecoderPool,
  hold: Hold,
): Promise<{ readonly batch: DecodedBatch; readonly plainBytes: number }> {
  const plain =
    wire.length < SMALL_WIRE_BYTES ? decompressSmall(wire, encoding, SMALL_PLAIN_BYTES) : undefined;
  if (plain) {
    hold.grow(plain.length);
    return { batch: decodeBatch(plain), plainBytes: plain.length };
  }
  const decoded = await pool.decode(hostId, wire, encoding, limits);
  hold.grow(decoded.plainBytes);
  return decoded;
}
