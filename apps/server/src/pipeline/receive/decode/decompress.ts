import type { Transform } from 'node:stream';
import { constants, createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '@gwanje/contract/definition/errors';
import type { BatchLimits } from '../in-flight.ts';
import { refusal } from '../refusal.ts';

const MAX_CHUNK_BYTES = 256 * 1024;
const MIN_CHUNK_BYTES = 4 * 1024;
/** 16 MiB. A frame chooses its window, and zstd allocates it before it returns a byte. */
const MAX_ZSTD_WINDOW_LOG = 24;

const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: MAX_ZSTD_WINDOW_LOG };

interface Format {
  open(chunkSize: number): Transform;
  whole(wire: Buffer, maxOutputLength: number): Buffer;
}

const gzip: Format = {
  open: (chunkSize) => createGunzip({ chunkSize }),
  whole: (wire, maxOutputLength) => gunzipSync(wire, { maxOutputLength }),
};
const zstd: Format = {
  open: (chunkSize) => createZstdDecompress({ chunkSize, params: ZSTD_PARAMS }),
  whole: (wire, maxOutputLength) => zstdDecompressSync(wire, { maxOutputLength, params: ZSTD_PARAMS }),
};
const formats: Readonly<Record<string, Format>> = { gzip, 'x-gzip': gzip, zstd };

/** Decompresses a small body on this thread, which is faster than the thread pool. Returns undefined for a larger one. */
export function decompressSmall(
  wire: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Buffer | undefined {
  const format = formatOf(encoding);
  if (!format) return wire.length <= maxBytes ? wire : undefined;
  try {
    return format.whole(wire, maxBytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw notDecodable();
  }
}

/** Decompresses in the thread pool, chunk by chunk, and stops at the limit. */
export async function decompress(
  wire: Buffer,
  encoding: string | undefined,
  limits: BatchLimits,
): Promise<Buffer> {
  const format = formatOf(encoding);
  if (!format) return wire;
  const maxBytes = Math.min(
    limits.plainBytes,
    Math.max(limits.anyRatioBytes, Math.floor(wire.length * limits.ratio)),
  );
  const chunkBytes = Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, wire.length * 8));
  const stream = format.open(chunkBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    stream.end(wire);
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw refusal('tooLarge', { maxBytes });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw notDecodable();
  } finally {
    stream.destroy();
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
}

/** Returns undefined for a body without compression. */
function formatOf(encoding: string | undefined): Format | undefined {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === 'identity' || name === '') return undefined;
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format) throw refusal('notDecodable', { field: 'content-encoding' });
  return format;
}

function notDecodable(): AppError {
  return refusal('notDecodable', { field: 'body', what: 'does not match its content-encoding' });
}
