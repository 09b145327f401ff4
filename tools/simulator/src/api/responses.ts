import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ApiError } from './status.ts';

const compress = promisify(gzip);
/** Smaller answers are not compressed, as in real API servers. */
const COMPRESS_FROM_BYTES = 128 * 1024;

export async function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  contentType: string,
  text: string,
): Promise<void> {
  const body = Buffer.from(text);
  const isCompressed =
    body.length >= COMPRESS_FROM_BYTES && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const sent = isCompressed ? await compress(body, { level: 1 }) : body;
  // The server may have been shut, or the client disconnected, in the meantime.
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': sent.length,
    'cache-control': 'no-cache, private',
    ...(isCompressed ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } : {}),
  });
  response.end(sent);
}

export async function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, status } =
    error instanceof ApiError
      ? error
      : new ApiError(500, 'InternalError', `Internal error occurred: ${String(error)}`);
  await sendText(request, response, code, 'application/json', JSON.stringify(status));
}
