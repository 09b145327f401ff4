import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance } from 'fastify';

/** Deeper than any valid body. A body of ten thousand levels is refused before it is parsed. */
const MAX_DEPTH = 32;

/** Accepts only JSON. Refuses text/plain and form bodies (8002), because a foreign page could post them. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body);
    if (text === undefined) return done(new AppError('invalidParameter', { reason: 'not UTF-8' }), undefined);
    if (text === '') return done(null, undefined);
    if (isTooDeep(text, MAX_DEPTH))
      return done(new AppError('invalidParameter', { reason: 'nested too deeply' }), undefined);
    parse(request, text, done);
  });
}

/** Refuses invalid bytes. The default decoder would store a replacement character instead. */
function decode(body: string | Buffer): string | undefined {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

export function isTooDeep(json: string, maxDepth: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}
