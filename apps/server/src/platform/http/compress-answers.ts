import { pipeline, Readable, type Transform } from 'node:stream';
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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const WORTH_IT_BYTES = 2048;
/** zstd compresses this much in 0.5 ms; waiting for a thread takes longer, above all on a busy machine. */
const AT_ONCE_BYTES = 256 * 1024;
/** Octet streams are columns of numbers and names, which compress as well as text. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|yaml|octet-stream))/;

/**
 * Compresses each response in one piece, because it is completely in memory. The usual plugin streams
 * chunks, which took a third of the time of a list page. Only an answer that is a stream stays one.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', compressAnswer);
}

async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isStream = payload instanceof Readable;
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload) && !isStream) return payload;
  if (reply.hasHeader('content-encoding') || !COMPRESSIBLE.test(String(reply.getHeader('content-type'))))
    return payload;
  if (isStream) return compressedStream(request, reply, payload);
  const content = typeof payload === 'string' ? Buffer.from(payload) : payload;
  if (content.length < WORTH_IT_BYTES) return payload;
  reply.header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request);
  if (encoding === null) return payload;
  const isQuick = encoding === 'zstd' && content.length <= AT_ONCE_BYTES;
  const compressed = isQuick ? compressedAtOnce(content) : await compressedElsewhere(content, encoding);
  reply.header('content-encoding', encoding);
  reply.removeHeader('content-length');
  return compressed;
}

/** Each chunk of the answer is flushed, so that the client can read it before the next one exists. */
function compressedStream(request: FastifyRequest, reply: FastifyReply, answer: Readable): Readable {
  reply.header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request);
  if (encoding === null) return answer;
  reply.header('content-encoding', encoding);
  // An error of either stream ends the other one, and the connection breaks off.
  return pipeline(answer, flushing[encoding](), () => undefined);
}

/** In the order of preference. */
const encodings = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

function acceptedEncoding({ headers }: FastifyRequest): Encoding | null {
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

const flushing: Readonly<Record<Encoding, () => Transform>> = {
  zstd: () => createZstdCompress({ ...ZSTD, flush: constants.ZSTD_e_flush }),
  br: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
};

/** zstd only: the other encodings take too long on the main thread. */
function compressedAtOnce(content: Buffer): Buffer {
  return zstdCompressSync(content, ZSTD);
}

/** Compresses in another thread. */
function compressedElsewhere(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return elsewhere[encoding](content);
}
