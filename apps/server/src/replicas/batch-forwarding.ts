import { retryAfterOf, toAppError } from '@gwanje/backend/http/error-answers';
import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { AppError, failure } from '@gwanje/contract/definition/errors';
import { decode, encode } from '@msgpack/msgpack';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BatchForwarder, ForwardedAnswer, ForwardedBatch } from '../pipeline/receive/forwarding.ts';
import type { OpenIngest } from '../pipeline/receive/ingest-route.ts';
import type { ClusterOwnership, Owner } from './ownership/ownership.ts';
import { type PeerClient, PeerError } from './peers/peer-client.ts';

const PATH = '/peer/batches';
/** Longer than the pipeline of a busy owner needs; an agent gives up later. */
const ANSWER_WITHIN_MS = 30_000;
/** The batches of node agents wait this long for others to the same owner: a request costs more than such a batch. */
const GATHER_MS = 100;
const GATHERED_BYTES = 1024 * 1024;

const Batches = z.array(
  z.object({
    hostId: z.int(),
    role: z.enum(['cluster', 'node']),
    encoding: z.string().optional(),
    date: z.string().optional(),
    waitedMs: z.number(),
    wire: z.instanceof(Uint8Array),
  }),
);

const Answers = z.array(z.object({ status: z.int(), body: z.string(), retryAfter: z.string().optional() }));

/** Several batches for one owner. */
interface Group {
  readonly owner: Owner;
  readonly timer: NodeJS.Timeout;
  readonly batches: GatheredBatch[];
  bytes: number;
}

interface GatheredBatch {
  readonly batch: ForwardedBatch;
  readonly sinceMs: number;
  readonly answer: PromiseWithResolvers<ForwardedAnswer>;
}

/** Sends the batches of other clusters to their owners, as they came. */
export function createBatchForwarder(
  ownership: Pick<ClusterOwnership, 'ownerOf' | 'look'>,
  client: PeerClient,
): BatchForwarder {
  /** By the address of the owner. */
  const groups = new Map<string, Group>();

  function gather(owner: Owner, batch: ForwardedBatch): Promise<ForwardedAnswer> {
    const { url } = owner;
    const group = groups.get(url) ?? beginGroup(owner);
    const answer = Promise.withResolvers<ForwardedAnswer>();
    group.batches.push({ batch, answer, sinceMs: performance.now() });
    group.bytes += batch.wire.length;
    if (group.bytes >= GATHERED_BYTES) void endGroup(group);
    return answer.promise;
  }

  function beginGroup(owner: Owner): Group {
    const timer = setTimeout(() => void endGroup(group), GATHER_MS);
    const group: Group = { owner, timer, batches: [], bytes: 0 };
    groups.set(owner.url, group);
    return group;
  }

  async function endGroup({ owner, timer, batches }: Group): Promise<void> {
    clearTimeout(timer);
    groups.delete(owner.url);
    try {
      const nowMs = performance.now();
      const answers = await send(
        owner,
        batches.map(({ batch, sinceMs }) => ({ ...batch, waitedMs: batch.waitedMs + nowMs - sinceMs })),
      );
      for (const [index, { answer }] of batches.entries()) {
        const got = answers[index];
        if (got) answer.resolve(got);
      }
    } catch (error) {
      for (const { answer } of batches) answer.reject(error);
    }
  }

  async function send(
    { url, life }: Owner,
    batches: readonly ForwardedBatch[],
  ): Promise<readonly ForwardedAnswer[]> {
    const body = toBytes(batches);
    const request = { path: PATH, body, withinMs: ANSWER_WITHIN_MS, signal: life };
    const { status, body: answer } = await client.post(url, request);
    const answers = status === 200 ? Answers.safeParse(fromBytes(answer)).data : undefined;
    if (answers?.length !== batches.length)
      throw new PeerError(`${url} answered ${batches.length} batches with ${status}`);
    // A cluster has moved since the last look.
    if (answers.some((one) => one.status === 503)) void ownership.look().catch(() => {});
    return answers.map(({ status, body, retryAfter }) => ({ status, body, retryAfter }));
  }

  return {
    ownerOf(hostId) {
      const owner = ownership.ownerOf(hostId);
      if (!owner) return 'none';
      return owner.isSelf ? 'self' : 'other';
    },
    async forward(batch) {
      const owner = ownership.ownerOf(batch.hostId);
      if (!owner || owner.isSelf) throw new AppError('busy');
      if (batch.role === 'node') return await gather(owner, batch);
      const [answer] = await send(owner, [batch]);
      if (!answer) throw new PeerError(`${owner.url} gave no answer`);
      return answer;
    },
  };
}

/** Stores the batches that other replicas received. The owner's answers are the answers to the agents. */
export function registerForwardedBatches(
  app: FastifyInstance,
  ingest: Pick<OpenIngest, 'receiveForwarded'>,
  metrics: Metrics,
): void {
  async function answerTo(batch: ForwardedBatch): Promise<ForwardedAnswer> {
    try {
      const ack = await ingest.receiveForwarded(batch);
      return { status: 200, body: JSON.stringify(ack), retryAfter: undefined };
    } catch (cause) {
      const error = toAppError(cause);
      if (error.errorName === 'unknown') app.log.error({ err: cause }, 'unexpected error');
      else if (error.errorName === 'busy') logRefusal(app.log, { reason: cause }, 'refused while busy');
      metrics.errors.inc({ code: error.spec.code });
      const body = JSON.stringify(failure(error));
      return { status: error.spec.status, body, retryAfter: retryAfterOf(error)?.toString() };
    }
  }
  app.post(PATH, async ({ body }, reply) => {
    const answers = await Promise.all(parse(body).map(answerTo));
    return reply.type('application/octet-stream').send(toBytes(answers));
  });
}

function parse(body: unknown): ForwardedBatch[] {
  const batches = Buffer.isBuffer(body) ? Batches.safeParse(fromBytes(body)).data : undefined;
  if (!batches) throw new AppError('invalidParameter', { reason: 'not forwarded batches' });
  return batches.map(({ wire, encoding, date, ...batch }) => ({
    ...batch,
    encoding,
    date,
    wire: Buffer.from(wire.buffer, wire.byteOffset, wire.length),
  }));
}

function toBytes(message: readonly object[]): Buffer {
  const bytes = encode(message, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function fromBytes(bytes: Buffer): unknown {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}
