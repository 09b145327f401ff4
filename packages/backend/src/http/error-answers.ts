import { AppError, failure } from '@gwanje/contract/definition/errors';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isUnavailable } from '../database/connection.ts';
import { logRefusal } from '../observe/log-refusal.ts';
import type { Metrics } from '../observe/metrics.ts';

/** Asks whether the process can do its work. */
export const READY_PATH = '/readyz';

const RETRY_AFTER_S = 5;

/** Sends every error, including the framework's, as an envelope of the error table. */
export function answerErrorsAsEnvelopes(app: FastifyInstance, metrics: Metrics): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = toAppError(error);
    // The client disconnected before the answer was complete. This is not an error: debug level.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.log.debug('gone before the answer');
    else if (known.errorName === 'unknown') request.log.error({ err: error }, 'unexpected error');
    else if (known.errorName === 'busy' && request.url !== READY_PATH)
      logRefusal(app.log, { reason: error }, 'refused while busy');
    return sendError(reply, known, metrics);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('notFound'), metrics));
}

/** The `Retry-After` header of the answer. */
export function retryAfterOf({ errorName, detail: { retryAfterS } }: AppError): number | undefined {
  if (typeof retryAfterS === 'number') return retryAfterS;
  return errorName === 'busy' ? RETRY_AFTER_S : undefined;
}

export function sendError(reply: FastifyReply, error: AppError, metrics: Metrics): FastifyReply {
  metrics.errors.inc({ code: error.spec.code });
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return (
    reply
      .code(error.spec.status)
      .type('application/json; charset=utf-8')
      // A missing or forbidden resource may be available soon. Without this header, caches may keep a 404.
      .header('cache-control', 'no-store')
      .send(failure(error))
  );
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new AppError('busy');
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  switch (statusCode) {
    case 400:
    case 415:
      return new AppError('invalidParameter', {
        reason: statusCode === 415 ? 'unsupported content type' : 'malformed request',
      });
    // The file server answers a path outside its folder with 403. Such a path is no error of the server.
    case 403:
    case 404:
      return new AppError('notFound');
    case 413:
      return new AppError('tooLarge');
    case 414:
      return new AppError('tooLarge', { reason: 'address' });
    case 429:
      return new AppError('tooManyRequests');
    case 503:
      return new AppError('busy');
    default:
      return new AppError('unknown');
  }
}
