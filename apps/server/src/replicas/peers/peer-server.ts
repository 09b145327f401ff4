import { hasBearerToken } from '@gwanje/backend/http/bearer-token';
import { answerErrorsAsEnvelopes } from '@gwanje/backend/http/error-answers';
import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import { BATCH_LIMITS } from '../../pipeline/receive/in-flight.ts';

/** A forwarded batch is this much longer at most. */
const HEADER_BYTES = 64 * 1024;

export interface PeerServerOptions {
  readonly secret: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * The listener for the other replicas. It has its own port, so that no route of it is on the public one. Every
 * request needs the secret of the installation, before its body is read. Bodies arrive as bytes.
 */
export function createPeerServer({ secret, logger, metrics }: PeerServerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BATCH_LIMITS.wireBytes + HEADER_BYTES,
    forceCloseConnections: true,
    requestTimeout: 60_000,
    // A peer keeps its connections; this is longer than the peer keeps an idle one.
    keepAliveTimeout: 75_000,
  });
  answerErrorsAsEnvelopes(app, metrics);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    if (hasBearerToken(request, secret)) return;
    logRefusal(logger, { address: request.ip }, 'a request without the secret of the replicas');
    return reply.code(401).header('connection', 'close').send();
  });
  return app;
}
