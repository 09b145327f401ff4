import websocket from '@fastify/websocket';
import { MAX_TUNNEL_MESSAGE_BYTES, TUNNEL_PATH, TUNNEL_PING_MS } from '@gwanje/contract/objects/log-tunnel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorise, type OpenIngest } from '../../pipeline/receive/ingest-route.ts';
import { reasonOf, refusal } from '../../pipeline/receive/refusal.ts';
import { AgentTunnel } from './agent-tunnel.ts';
import type { LogTunnels } from './log-tunnels.ts';

/** A revoked token, or one of a deleted cluster, ends the connection after this time and that of the token cache. */
const RECHECK_MS = 2000;
const CLOSE_WITHIN_MS = 1000;

/** Takes the connections of the cluster agents, under the same rules as their batches. */
export async function registerLogTunnel(
  app: FastifyInstance,
  ingest: OpenIngest,
  tunnels: LogTunnels,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MAX_TUNNEL_MESSAGE_BYTES, perMessageDeflate: false },
    });
    const clusters = new WeakMap<FastifyRequest, number>();
    scope.get(
      TUNNEL_PATH,
      {
        websocket: true,
        // Thousands of agents may share one address.
        config: { rateLimit: false },
        preValidation: async (request) => {
          const { hostId, role } = await authorise(request, ingest);
          if (role !== 'cluster') throw refusal('wrongTokenRole', { agent: 'cluster', token: role });
          clusters.set(request, hostId);
        },
      },
      (socket, request) => {
        const hostId = clusters.get(request);
        if (hostId === undefined) {
          socket.terminate();
          return;
        }
        const tunnel = new AgentTunnel(
          {
            send: (text) => socket.send(text),
            close(code, reason) {
              socket.close(code, reason);
              // The agent may not answer, or not want to.
              setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
            },
          },
          ingest.now().getTime(),
        );
        const added = tunnels.add(hostId, tunnel);
        let isAlive = true;
        for (const event of ['message', 'ping', 'pong'] as const)
          socket.on(event, () => {
            isAlive = true;
          });
        socket.on('message', (data) => tunnel.receive(String(data)));
        const pings = setInterval(() => {
          if (!isAlive) socket.terminate();
          isAlive = false;
          socket.ping();
        }, TUNNEL_PING_MS);
        const recheck = setInterval(() => {
          authorise(request, ingest).then(
            (token) => token.hostId === hostId || tunnel.close('another cluster'),
            // While the database does not answer, nobody can tell: the connection stays.
            (error: unknown) =>
              reasonOf(error) !== undefined && tunnel.close('the token is not valid any more'),
          );
        }, RECHECK_MS);
        socket.on('close', () => {
          clearInterval(pings);
          clearInterval(recheck);
          added[Symbol.dispose]();
          tunnel.closed();
        });
      },
    );
  });
}
