import type { IncomingMessage } from 'node:http';
import { AppError } from '@gwanje/contract/errors';
import type { Hold } from './in-flight.ts';
import { refusal } from './refuse.ts';

/**
 * The body as it came over the wire. What is too large is still read, and thrown away, so that the sender hears why: a
 * connection cut in the middle would look like a failure, and be tried again for ever.
 */
export function readBody(request: IncomingMessage, maxBytes: number, hold: Hold): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    reject(refusal('tooLarge', { maxBytes }));
    return promise;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Listened to, not iterated over: that was a twentieth of what a small batch costs.
  function take(chunk: Buffer): void {
    bytes += chunk.length;
    try {
      if (bytes > maxBytes) throw refusal('tooLarge', { maxBytes });
      hold.grow(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      fail(error);
    }
  }
  function fail(error: unknown): void {
    request.off('data', take).resume();
    chunks.length = 0;
    reject(error);
  }
  // While its token was looked up.
  if (request.destroyed) {
    reject(cutOff());
    return promise;
  }
  request
    .on('data', take)
    .once('end', () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first ? first : Buffer.concat(chunks));
    })
    .once('error', () => fail(cutOff()))
    .once('close', () => {
      if (!request.readableEnded) fail(cutOff());
    });
  return promise;
}

function cutOff(): AppError {
  return new AppError('invalidParameter', { field: 'body', what: 'cut off' });
}
