import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type PeerClient, PeerError } from '../peers/peer-client.ts';
import type { ClusterOwnership } from './ownership.ts';
import type { Member } from './ownership-repository.ts';

const PATH = '/peer/ownership';
const PING_PATH = '/peer/ping';
const PREPARE_PATH = '/peer/prepare';
/** The other replica also looks without being asked, so a late answer is no failure of the handover. */
const TAKEN_WITHIN_MS = 5_000;
const PING_WITHIN_MS = 1_000;
/** The earlier owner still works. After this time it hands the cluster over, and the next owner reads it then. */
const PREPARED_WITHIN_MS = 10_000;
const PrepareQuery = z.object({ hostId: z.coerce.number().int() });

/** Asks another replica to read the owners now. Resolves when it has taken what was given to it. */
export async function askToLook(client: PeerClient, member: Member): Promise<void> {
  const { status } = await client.post(member.url, { path: PATH, withinMs: TAKEN_WITHIN_MS });
  if (status !== 204) throw new PeerError(`${member.url}${PATH} answered ${status}`);
}

/** Asks another replica to read a cluster that it gets soon. Resolves when it has. */
export async function askToPrepare(client: PeerClient, member: Member, hostId: number): Promise<void> {
  const path = `${PREPARE_PATH}?hostId=${hostId}`;
  const { status } = await client.post(member.url, { path, withinMs: PREPARED_WITHIN_MS });
  if (status !== 204) throw new PeerError(`${member.url}${path} answered ${status}`);
}

export async function isReachable(client: PeerClient, member: Member): Promise<boolean> {
  const answer = await client
    .post(member.url, { path: PING_PATH, withinMs: PING_WITHIN_MS })
    .catch(() => null);
  return answer?.status === 204;
}

export function registerOwnershipRoutes(app: FastifyInstance, ownership: ClusterOwnership): void {
  app.post(PING_PATH, async (_request, reply) => reply.code(204).send());
  app.post(PREPARE_PATH, async ({ query }, reply) => {
    await ownership.prepare(PrepareQuery.parse(query).hostId);
    return reply.code(204).send();
  });
  app.post(PATH, async (_request, reply) => {
    await ownership.look();
    return reply.code(204).send();
  });
}
