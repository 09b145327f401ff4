import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BatchForwarder, ForwardedBatch } from '../pipeline/receive/forwarding.ts';
import type { OpenIngest } from '../pipeline/receive/ingest-route.ts';
import type { ClusterOwnership } from './ownership/ownership.ts';
import type { PeerClient } from './peers/peer-client.ts';

const PATH = '/peer/batch';
/** Longer than the pipeline of a busy owner needs; an agent gives up later. */
const ANSWER_WITHIN_MS = 30_000;
/** One header carries everything about the batch but its bytes. */
const HEADER = 'x-gwanje-batch';

const BatchHeader = z.object({
  hostId: z.int(),
  role: z.enum(['cluster', 'node']),
  encoding: z.string().optional(),
  date: z.string().optional(),
  waitedMs: z.number(),
});

/** Sends the batches of other clusters to their owners, as they came. */
export function createBatchForwarder(ownership: ClusterOwnership, client: PeerClient): BatchForwarder {
  return {
    ownerOf(hostId) {
      const owner = ownership.ownerOf(hostId);
      if (!owner) return 'none';
      return owner.isSelf ? 'self' : 'other';
    },
    async forward({ wire, ...header }) {
      const owner = ownership.ownerOf(header.hostId);
      if (!owner || owner.isSelf) throw new AppError('busy');
      const { status, headers, body } = await client.post(owner.url, {
        path: PATH,
        headers: { [HEADER]: JSON.stringify(header) },
        body: wire,
        withinMs: ANSWER_WITHIN_MS,
        signal: owner.life,
      });
      // The cluster has moved since the last look.
      if (status === 503) void ownership.look().catch(() => {});
      const retryAfter = headers['retry-after'];
      return { status, body, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
    },
  };
}

/** Stores the batches that other replicas received. The owner's answer is the answer to the agent. */
export function registerForwardedBatches(app: FastifyInstance, ingest: OpenIngest): void {
  app.post(PATH, async ({ headers, body }) => ingest.receiveForwarded(parse(headers[HEADER], body)));
}

function parse(header: unknown, wire: unknown): ForwardedBatch {
  const parsed = BatchHeader.safeParse(parseJson(header)).data;
  if (!parsed || !Buffer.isBuffer(wire))
    throw new AppError('invalidParameter', { reason: 'not a forwarded batch' });
  return { ...parsed, encoding: parsed.encoding, date: parsed.date, wire };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
