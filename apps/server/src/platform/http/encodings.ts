import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** In the order of preference. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

export function acceptedEncoding({ headers }: FastifyRequest): Encoding | null {
  return negotiate(headers['accept-encoding'] ?? '', [...encodings]);
}

/** Fast: what is answered here higher levels compress no better, in thrice the time; brotli's own takes seconds. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 4 };

const elsewhere: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  zstd: (content) => promisify(zstdCompress)(content, ZSTD),
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content, GZIP),
};

/** A piece of an answer is compressed in one go where its result fits into this. */
const PIECES = { chunkSize: 2 ** 20 };

const inPieces: Readonly<Record<Encoding, () => Transform>> = {
  zstd: () => createZstdCompress({ ...ZSTD, ...PIECES }),
  br: () => createBrotliCompress({ ...BROTLI, ...PIECES }),
  gzip: () => createGzip({ ...GZIP, ...PIECES }),
};

/** By zstd alone: the others take too long for that. */
export function compressedAtOnce(content: Buffer): Buffer {
  return zstdCompressSync(content, ZSTD);
}

/** In another thread. */
export function compressedElsewhere(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return elsewhere[encoding](content);
}

/** In another thread, while the next piece is being made; a piece must hold until all are compressed. */
export async function compressedMeanwhile(pieces: Iterable<Buffer>, encoding: Encoding): Promise<Buffer> {
  const compressor = inPieces[encoding]();
  const compressed = buffer(compressor);
  for (const piece of pieces) {
    compressor.write(piece);
    // It learns only then that the piece before is done.
    await setImmediate();
  }
  compressor.end();
  return await compressed;
}
