import type { Transform } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { AppError } from '@gwanje/contract/errors';
import type { Hold } from './in-flight.ts';
import type { BatchLimits } from './limits.ts';
import { refusal } from './refuse.ts';

const MOST_CHUNK_BYTES = 256 * 1024;
const LEAST_CHUNK_BYTES = 4 * 1024;
/** 16 MiB: a frame may ask for a window of its own choice, and gets it before a byte has come out. */
const MOST_ZSTD_WINDOW_LOG = 24;

const openers: Readonly<Record<string, (chunkSize: number) => Transform>> = {
  gzip: (chunkSize) => createGunzip({ chunkSize }),
  'x-gzip': (chunkSize) => createGunzip({ chunkSize }),
  zstd: (chunkSize) =>
    createZstdDecompress({
      chunkSize,
      params: { [constants.ZSTD_d_windowLogMax]: MOST_ZSTD_WINDOW_LOG },
    }),
};

/** In the thread pool, piece by piece: what grows beyond its limit is let go before more of it is made. */
export async function decompress(
  wire: Buffer,
  encoding: string | undefined,
  limits: BatchLimits,
  hold: Hold,
): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return wire;
  const open = Object.hasOwn(openers, name) ? openers[name] : undefined;
  if (!open) throw refusal('notDecodable', { field: 'content-encoding' });
  const maxBytes = Math.min(
    limits.plainBytes,
    Math.max(limits.anyRatioBytes, Math.floor(wire.length * limits.ratio)),
  );
  const chunkBytes = Math.min(MOST_CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, wire.length * 8));
  const stream = open(chunkBytes);
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
    throw refusal('notDecodable', { field: 'body', what: `not ${name}` });
  } finally {
    stream.destroy();
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
}
