import { createMetrics } from '@gwanje/backend/observe/metrics';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Ack } from '@gwanje/kinds/batch';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ForwardedBatch } from '../pipeline/receive/forwarding.ts';
import { createBatchForwarder, registerForwardedBatches } from './batch-forwarding.ts';
import { PeerClient } from './peers/peer-client.ts';
import { createPeerServer } from './peers/peer-server.ts';

const SECRET = 's'.repeat(43);
const MINE = 1;
const UNOWNED = 2;

function batchOf(hostId: number, over: Partial<ForwardedBatch> = {}): ForwardedBatch {
  const wire = Buffer.from(`batch of ${hostId}`);
  return { hostId, role: 'node', encoding: 'zstd', date: undefined, waitedMs: 5, wire, ...over };
}

describe('batches for another replica', () => {
  const client = new PeerClient(SECRET);
  const received: ForwardedBatch[] = [];
  let store: (batch: ForwardedBatch) => Promise<Ack>;
  let requestCnt = 0;
  let looks = 0;
  let owner: FastifyInstance;
  let url: string;

  beforeEach(async () => {
    received.length = 0;
    requestCnt = 0;
    looks = 0;
    store = async ({ hostId }) => ({
      seq: hostId,
      settings: { sampleEveryMs: 15_000 },
      isResyncNeeded: false,
    });
    const logger = pino({ level: 'silent' });
    const metrics = createMetrics('server');
    owner = createPeerServer({ secret: SECRET, logger, metrics });
    owner.addHook('onRequest', async () => {
      requestCnt += 1;
    });
    const receiveForwarded = (batch: ForwardedBatch) => {
      received.push(batch);
      return store(batch);
    };
    registerForwardedBatches(owner, { receiveForwarded }, metrics);
    url = await owner.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => owner.close());

  const life = new AbortController().signal;
  const forwarder = () =>
    createBatchForwarder(
      {
        ownerOf: (hostId) =>
          hostId === UNOWNED ? undefined : { replicaId: 'other', url, isSelf: hostId === MINE, life },
        look: async () => {
          looks += 1;
        },
      },
      client,
    );

  it('says whose they are', () => {
    expect([MINE, UNOWNED, 3].map(forwarder().ownerOf)).toEqual(['self', 'none', 'other']);
  });

  it('go to their owner together when they come from node agents, each with its own answer', async () => {
    const { forward } = forwarder();
    const answers = await Promise.all([3, 4, 5].map((hostId) => forward(batchOf(hostId))));
    expect(answers.map(({ status, body }) => [status, JSON.parse(String(body)).seq])).toEqual([
      [200, 3],
      [200, 4],
      [200, 5],
    ]);
    expect(requestCnt).toBe(1);
    expect(received).toEqual(
      [3, 4, 5].map((hostId) => batchOf(hostId, { waitedMs: expect.any(Number), date: undefined })),
    );
    // The owner dates a batch by when it came to the first replica.
    expect(received.every(({ waitedMs }) => waitedMs > 50)).toBe(true);
  });

  it('go to their owner at once when they come from cluster agents or fill a request', async () => {
    const { forward } = forwarder();
    const beganMs = performance.now();
    const wire = Buffer.alloc(1024 * 1024);
    const answers = await Promise.all([
      forward(batchOf(3, { role: 'cluster' })),
      forward(batchOf(4, { wire })),
      forward(batchOf(5, { wire })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(received.every(({ waitedMs }) => waitedMs < performance.now() - beganMs + 5)).toBe(true);
    expect(requestCnt).toBe(3);
  });

  it('that fail do not fail the others', async () => {
    store = async ({ hostId }) => {
      if (hostId === 3) throw new AppError('busy', { retryAfterS: 7 });
      if (hostId === 4) throw new Error('defect');
      return { seq: hostId, settings: { sampleEveryMs: 15_000 }, isResyncNeeded: false };
    };
    const { forward } = forwarder();
    const answers = await Promise.all([3, 4, 5].map((hostId) => forward(batchOf(hostId))));
    expect(answers.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [503, '7'],
      [500, undefined],
      [200, undefined],
    ]);
    expect(JSON.parse(String(answers[0]?.body))).toMatchObject({ code: 8008 });
    // The cluster may have moved.
    expect(looks).toBe(1);
  });

  it('all fail when the owner does not answer, and the next ones are sent again', async () => {
    const { forward } = forwarder();
    await owner.close();
    const failed = await Promise.allSettled([3, 4].map((hostId) => forward(batchOf(hostId))));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(forward(batchOf(MINE))).rejects.toThrow(AppError);
    await expect(forward(batchOf(3))).rejects.toThrow('cannot be reached');
  });

  it('are refused when they are no batches', async () => {
    for (const body of ['', 'x', Buffer.from([0x91, 0x80])])
      expect(await client.post(url, { path: '/peer/batches', body, withinMs: 5000 })).toMatchObject({
        status: 400,
      });
  });
});
