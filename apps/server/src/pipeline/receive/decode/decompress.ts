import type { Transform } from 'node:stream';
import { constants, createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '@gwanje/contract/errors';
import type { Hold } from '../in-flight.ts';
import type { BatchLimits } from '../ingest-limits.ts';
import { refusal } from '../refusal.ts';

const MOST_CHUNK_BYTES = 256 * 1024;
const LEAST_CHUNK_BYTES = 4 * 1024;
/** 16 MiB: a frame may ask for a window of its own choice, and gets it before a byte has come out. */
const MOST_ZSTD_WINDOW_LOG = 24;

const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: MOST_ZSTD_WINDOW_LOG };

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

/** At once, for what stays small: a few microseconds, where the thread pool takes more to come and go. Else undefined. */
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

/** In the thread pool, piece by piece: what grows beyond its limit is let go before more of it is made. */
export async function decompress(
  wire: Buffer,
  encoding: string | undefined,
  limits: BatchLimits,
  hold: Hold,
): Promise<Buffer> {
  const format = formatOf(encoding);
  if (!format) return wire;
  const maxBytes = Math.min(
    limits.plainBytes,
    Math.max(limits.anyRatioBytes, Math.floor(wire.length * limits.ratio)),
  );
  const chunkBytes = Math.min(MOST_CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, wire.length * 8));
  const stream = format.open(chunkBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    stream.end(wire);
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw refusal('tooLarge', { maxBytes });
      hold.grow(chunk.length);
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

/** Undefined: as it is. */
function formatOf(encoding: string | undefined): Format | undefined {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === 'identity' || name === '') return undefined;
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format) throw refusal('notDecodable', { field: 'content-encoding' });
  return format;
}

function notDecodable(): AppError {
  return refusal('notDecodable', { field: 'body', what: 'not what its content-encoding says' });
}
