import type { IncomingMessage } from 'node:http';
import { AppError } from '@gwanje/contract/errors';
import type { Hold } from './in-flight.ts';
import { refusal } from './refuse.ts';

/**
 * The body as it came over the wire. What is too large is still read, and thrown away, so that the sender hears why: a
 * connection cut in the middle would look like a failure, and be tried again for ever.
 */
export async function readBody(request: IncomingMessage, maxBytes: number, hold: Hold): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw refusal('tooLarge', { maxBytes });
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw refusal('tooLarge', { maxBytes });
      hold.grow(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    request.resume();
    if (error instanceof AppError) throw error;
    throw new AppError('invalidParameter', { field: 'body', what: 'cut off' });
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
}
