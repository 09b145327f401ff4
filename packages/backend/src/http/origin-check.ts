import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses cross-site changes: requires the exact Origin, and Sec-Fetch-Site absent or same-origin. */
export function requireOwnOrigin(
  app: FastifyInstance,
  ownOrigin: string,
  isExempt: (request: FastifyRequest) => boolean = () => false,
): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isExempt(request)) return;
    const fetchSite = request.headers['sec-fetch-site'];
    if (request.headers.origin !== ownOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin')) {
      request.log.warn({ origin: request.headers.origin, fetchSite }, 'cross-site request refused');
      throw new AppError('noPermission', { reason: 'cross-site request' });
    }
  });
}
