import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, compressedAtOnce, compressedElsewhere } from './encodings.ts';

const WORTH_IT_BYTES = 2048;
/** So much zstd does in half a millisecond: to wait for a thread that does it takes longer, most of all on a busy machine. */
const AT_ONCE_BYTES = 256 * 1024;
/** Octet streams are columns of numbers and names, which compress as well as text. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|yaml|octet-stream))/;

/**
 * Answers are compressed in one piece. A stream of pieces, as the usual plugin has it, took a third of the time of a
 * page of a list: they are in memory as a whole anyway.
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
