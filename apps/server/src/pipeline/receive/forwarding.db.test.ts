import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCluster } from '../../testing/world.ts';
import type { BatchForwarder, BatchOwner, ForwardedAnswer, ForwardedBatch } from './forwarding.ts';
import { emptyBatch, fullBatch, nodeBatch } from './testing/batches.ts';
import { type IngestApp, startIngestApp } from './testing/ingest-app.ts';

const ANSWER: ForwardedAnswer = { status: 200, body: '{"seq":7}', retryAfter: undefined };
const BODY_BYTES = 1000;

/** The other replicas. */
class TestForwarder implements BatchForwarder {
  owner: BatchOwner = 'other';
  readonly batches: ForwardedBatch[] = [];
  answer: () => Promise<ForwardedAnswer> = async () => ANSWER;

  ownerOf(): BatchOwner {
    return this.owner;
  }

  forward(batch: ForwardedBatch): Promise<ForwardedAnswer> {
    this.batches.push(batch);
    return this.answer();
  }
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

describe('with several replicas', () => {
  let app: IngestApp;
  let forwarder: TestForwarder;
  let hostId: number;
  let token: string;
  beforeAll(async () => {
    forwarder = new TestForwarder();
    const inFlightLimits = { bodies: 2, bytes: 2 ** 30, bodiesOfCluster: 1, bytesOfCluster: 2 ** 30 };
    const bytes = { wireBytes: 2 ** 20, plainBytes: 2 ** 23, recordBytes: 2 ** 21, anyRatioBytes: 2 ** 20 };
    const batchLimits = { ...bytes, ratio: 100 };
    app = await startIngestApp({ forwarder, inFlightLimits, batchLimits });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    forwarder.owner = 'other';
    forwarder.answer = async () => ANSWER;
    forwarder.batches.length = 0;
    app.pipeline.batches.length = 0;
    const { subGroupId } = await app.db.selectFrom('subGroup').select('subGroupId').executeTakeFirstOrThrow();
    hostId = await addCluster(app.db, subGroupId);
    token = await app.issue(hostId);
  });

  const refusals = () =>
    app.db.selectFrom('refusal').select(['reason', 'cnt']).where('hostId', '=', hostId).execute();
  const forwarded = (over: Partial<ForwardedBatch> = {}): ForwardedBatch => {
    const headers = { encoding: undefined, date: undefined };
    return { hostId, role: 'cluster', ...headers, waitedMs: 0, wire: json(fullBatch()), ...over };
  };

  describe('the route', () => {
    it('stores a batch of its own cluster', async () => {
      forwarder.owner = 'self';
      expect(await app.post(token, json(fullBatch()))).toMatchObject({ status: 200 });
      expect(app.pipeline.batches).toHaveLength(1);
      expect(forwarder.batches).toEqual([]);
    });

    it('passes a batch of another cluster to its owner as it came', async () => {
      const wire = gzipSync(json(fullBatch()));
      const date = 'Mon, 02 Mar 2026 00:01:00 GMT';
      const answer = await app.post(token, wire, { 'content-encoding': 'gzip', date });
      expect(answer).toMatchObject({ status: 200, body: { seq: 7 } });
      expect(answer.headers['cache-control']).toBe('no-store');
      const sent = { hostId, role: 'cluster', encoding: 'gzip', date, wire };
      expect(forwarder.batches).toEqual([{ ...sent, waitedMs: expect.any(Number) }]);
      expect(app.pipeline.batches).toEqual([]);
    });

    it.each([
      [503, '9'],
      [409, undefined],
    ])('passes the answer of the owner back: %i', async (status, retryAfter) => {
      forwarder.answer = async () => ({ status, body: '{"code":1,"message":"no"}', retryAfter });
      const answer = await app.post(token, json(emptyBatch()));
      expect(answer).toMatchObject({ status, body: { code: 1, message: 'no' } });
      expect(answer.headers['retry-after']).toBe(retryAfter);
      expect(answer.headers['content-type']).toContain('application/json');
    });

    it.each<[string, Partial<TestForwarder>]>([
      ['no replica owns the cluster', { owner: 'none' }],
      ['the owner does not answer', { answer: () => Promise.reject(new Error('timeout')) }],
    ])('answers busy while %s', async (_, state) => {
      Object.assign(forwarder, state);
      const answer = await app.post(token, json(emptyBatch()));
      expect(answer).toMatchObject({ status: 503, body: { code: 8008 } });
      expect([1, 2, 3]).toContain(Number(answer.headers['retry-after']));
      expect(app.pipeline.batches).toEqual([]);
    });

    it('checks token, content type and size before it forwards', async () => {
      expect(await app.post(`gwj_${'A'.repeat(43)}`, json(emptyBatch()))).toMatchObject({ status: 403 });
      expect(await app.post(token, 'x', { 'content-type': 'text/plain' })).toMatchObject({ status: 400 });
      expect(await app.post(token, Buffer.alloc(2 ** 20 + 1))).toMatchObject({ status: 413 });
      expect(forwarder.batches).toEqual([]);
    });

    it('limits the batches that wait for another owner', async () => {
      const held = Promise.withResolvers<ForwardedAnswer>();
      forwarder.answer = () => held.promise;
      const first = app.post(token, Buffer.alloc(BODY_BYTES));
      await expect.poll(() => forwarder.batches).toHaveLength(1);
      expect(await app.post(token, json(emptyBatch()))).toMatchObject({ status: 503 });
      held.resolve(ANSWER);
      expect(await first).toMatchObject({ status: 200 });
      expect(await app.post(token, json(emptyBatch()))).toMatchObject({ status: 200 });
    });
  });

  describe('the owner', () => {
    beforeEach(() => {
      forwarder.owner = 'self';
    });

    it('stores a forwarded batch, dated by its own clock', async () => {
      app.clock.set('2026-03-02T00:00:10Z');
      const date = 'Mon, 02 Mar 2026 00:01:00 GMT';
      const wire = gzipSync(json(fullBatch()));
      const sent = forwarded({ encoding: 'gzip', wire, date, waitedMs: 10_000 });
      const ack = await app.ingest.receiveForwarded(sent);
      expect(ack).toMatchObject({ seq: 1 });
      const receivedAt = new Date('2026-03-02T00:00:00Z');
      expect(app.pipeline.batches).toMatchObject([{ hostId, receivedAt, clockSkewMs: 60_000 }]);
    });

    it('answers busy when it does not own the cluster', async () => {
      for (const owner of ['other', 'none'] as const) {
        forwarder.owner = owner;
        await expect(app.ingest.receiveForwarded(forwarded())).rejects.toMatchObject({ errorName: 'busy' });
      }
      expect(app.pipeline.batches).toEqual([]);
      expect(forwarder.batches).toEqual([]);
    });

    it('refuses and counts a batch that the role of the token does not allow', async () => {
      const wire = json(nodeBatch());
      const refused = { detail: { reason: 'wrongTokenRole' } };
      await expect(app.ingest.receiveForwarded(forwarded({ wire }))).rejects.toMatchObject(refused);
      await expect.poll(refusals).toEqual([{ reason: 'wrongTokenRole', cnt: 1 }]);
    });

    it('limits the forwarded batches in flight', async () => {
      const held = Promise.withResolvers<void>();
      app.pipeline.before = () => held.promise;
      const first = app.ingest.receiveForwarded(forwarded());
      await expect(app.ingest.receiveForwarded(forwarded())).rejects.toMatchObject({ errorName: 'busy' });
      held.resolve();
      expect(await first).toMatchObject({ seq: 1 });
    });
  });
});
