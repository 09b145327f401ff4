import type { BlockList } from 'node:net';
import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../observe/metrics.ts';
import { hasBearerToken } from './bearer-token.ts';
import { isInNetworks, networkList } from './networks.ts';

export interface MetricsAccess {
  /** Addresses and networks, separated by commas. Default: this machine. */
  readonly networks?: string | undefined;
  /** Accepted from everywhere as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
}

const THIS_MACHINE = '127.0.0.0/8,::1';

/** Serves the figures of the process to the monitoring. Others get the answer for an unknown address. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, access: MetricsAccess = {}): void {
  const networks = networkList((access.networks ?? THIS_MACHINE).split(','));
  app.get('/metrics', async (request, reply) => {
    if (
      !isFromNetwork(request, networks) &&
      !(access.token !== undefined && hasBearerToken(request, access.token))
    )
      throw new AppError('notFound');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** A request through a proxy that is not trusted has the proxy's address, which says nothing about the client. */
function isFromNetwork({ ip, ips, headers }: FastifyRequest, networks: BlockList): boolean {
  if (ips === undefined && ('x-forwarded-for' in headers || 'forwarded' in headers)) return false;
  return isInNetworks(ip, networks);
}
