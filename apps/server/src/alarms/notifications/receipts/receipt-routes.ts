import type { Db } from '@gwanje/backend/database/schema';
import { AppError, success } from '@gwanje/contract/definition/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RECEIPT_PATH } from './receipt-path.ts';
import { noteReceipt } from './receipt-repository.ts';

const MAX_BYTES = 16 * 1024;

/** A relay has no page of ours, so it sends no Origin. */
export function isReceipt({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.startsWith(`${RECEIPT_PATH}/`);
}

/**
 * Takes what a relay reports about a message that it accepted before. The formats differ, so the body is text: it must contain
 * the success text of the webhook, else the delivery is marked as failed.
 */
export async function registerReceipts(
  app: FastifyInstance,
  { db, logger }: { readonly db: Db; readonly logger: Logger },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { deliveryId: string; signature: string } }>(
      `${RECEIPT_PATH}/:deliveryId/:signature`,
      async ({ params, body }, reply) => {
        const outcome = await noteReceipt(db, params, typeof body === 'string' ? body : '');
        if (outcome === 'unknown') throw new AppError('notFound');
        if (outcome === 'failed')
          logger.warn({ deliveryId: params.deliveryId }, 'a relay reports that a message was not delivered');
        return reply.header('cache-control', 'no-store').send(success({}, 200));
      },
    );
  });
}
