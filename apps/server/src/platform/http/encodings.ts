import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** In the order of preference. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

export function acceptedEncoding({ headers }: FastifyRequest): Encoding | null {
  return negotiate(headers['accept-encoding'] ?? '', [...encodings]);
}

/** Higher levels compress responses no better in three times the time; brotli's default takes seconds. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 4 };

const elsewhere: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  zstd: (content) => promisify(zstdCompress)(content, ZSTD),
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content, GZIP),
};

/** zstd only: the other encodings take too long on the main thread. */
export function compressedAtOnce(content: Buffer): Buffer {
  return zstdCompressSync(content, ZSTD);
}

/** Compresses in another thread. */
export function compressedElsewhere(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return elsewhere[encoding](content);
}
