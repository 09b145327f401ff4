import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logRefusal } from '../observe/log-refusal.ts';

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
      logRefusal(app.log, { origin: request.headers.origin, fetchSite }, 'cross-site request refused');
      throw new AppError('noPermission', { reason: 'cross-site request' });
    }
  });
}

/**
 * Refuses a GET that a page of another origin causes, also one of the same parent domain, whose requests carry the session
 * cookie. Browsers send Sec-Fetch-Site only over HTTPS and to localhost. Without it a GET with an effect needs the own page as
 * Origin or Referer.
 */
export function requireOwnPage({ headers }: FastifyRequest, ownOrigin: string, hasEffect: boolean): void {
  const { 'sec-fetch-site': fetchSite, origin, referer } = headers;
  const isOther =
    fetchSite === undefined
      ? (origin ?? ownOrigin) !== ownOrigin
      : fetchSite !== 'same-origin' && (hasEffect || fetchSite !== 'none');
  const isUnproven =
    hasEffect && fetchSite === undefined && origin === undefined && !referer?.startsWith(`${ownOrigin}/`);
  if (isOther || isUnproven) throw new AppError('noPermission', { reason: 'cross-site request' });
}
