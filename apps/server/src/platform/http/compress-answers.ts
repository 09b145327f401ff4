import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, compressedAtOnce, compressedElsewhere } from './encodings.ts';

const WORTH_IT_BYTES = 2048;
/** zstd compresses this much in 0.5 ms; waiting for a thread takes longer, above all on a busy machine. */
const AT_ONCE_BYTES = 256 * 1024;
/** Octet streams are columns of numbers and names, which compress as well as text. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|yaml|octet-stream))/;

/**
 * Compresses each response in one piece, because it is already in memory as a whole. The usual plugin streams
 * chunks, which took a third of the time of a list page.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', compressAnswer);
}

async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  if (reply.hasHeader('content-encoding') || !COMPRESSIBLE.test(String(reply.getHeader('content-type'))))
    return payload;
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
