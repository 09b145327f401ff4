import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { CLUSTER_KEY_HEADER } from '@gwanje/contract/agent/batch-refusals';
import { AppError } from '@gwanje/contract/definition/errors';
import { Ack } from '@gwanje/kinds/batch';
import { changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCluster } from '../../testing/world.ts';
import { INGEST_PATH } from './ingest-route.ts';
import { emptyBatch, fullBatch, newerBatch, nodeBatch } from './testing/batches.ts';
import { mutation } from './testing/fuzz.ts';
import { type IngestApp, startIngestApp } from './testing/ingest-app.ts';

const MIB = 1024 * 1024;
const LIMITS = { wireBytes: MIB, plainBytes: 8 * MIB, recordBytes: 2 * MIB, ratio: 100, anyRatioBytes: MIB };

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

describe('an agent', () => {
  let app: IngestApp;
  let hostId: number;
  let token: string;
  beforeAll(async () => {
    app = await startIngestApp({ batchLimits: LIMITS });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    app.pipeline.batches.length = 0;
    app.pipeline.before = async () => {};
    hostId = await newCluster();
    token = await app.issue(hostId);
  });

  async function newCluster(): Promise<number> {
    const { subGroupId } = await app.db.selectFrom('subGroup').select('subGroupId').executeTakeFirstOrThrow();
    return addCluster(app.db, subGroupId);
  }
  function tokenRow() {
    return rowOf(app.db, 'clusterToken', { hostId });
  }
  function refusals(ofHostId = hostId) {
    return rowsOf(app.db, 'refusal', { hostId: ofHostId }, ['reason', 'cnt', 'lastAt', 'detail'], ['reason']);
  }
  async function expectRefusals(expected: readonly object[], ofHostId = hostId): Promise<void> {
    await expect.poll(() => refusals(ofHostId)).toMatchObject(expected);
  }

  it('gets an acknowledgement of an accepted batch', async () => {
    const answer = await app.post(token, json(fullBatch()));
    expect(answer.status).toBe(200);
    expect(Ack.parse(answer.body)).toEqual(answer.body);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(app.pipeline.batches).toMatchObject([
      { hostId, receivedAt: app.clock.now(), clockSkewMs: 0, batch: { seq: 1, agent: { id: 'cluster-1' } } },
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
    ['identity', (plain: Buffer) => plain],
  ] as const)('may compress it: %s', async (encoding, compress) => {
    const answer = await app.post(token, compress(json(fullBatch())), { 'content-encoding': encoding });
    expect(answer.status).toBe(200);
    expect(app.pipeline.batches).toHaveLength(1);
  });

  it('that is newer than the server has its batch accepted, without what the server does not know', async () => {
    const answer = await app.post(token, json(newerBatch()));
    expect(answer).toMatchObject({ status: 200, body: { seq: 1 } });
    const [received] = app.pipeline.batches;
    const kinds = received?.batch.inventory?.flatMap(({ upserts }) => upserts.map(({ kind }) => kind)) ?? [];
    expect(kinds).toEqual(fullBatch().inventory?.flatMap(({ upserts }) => upserts.map(({ kind }) => kind)));
    expect(received?.batch.samples.map(({ scope }) => scope)).toEqual(['node', 'pod', 'container', 'claim']);
    expect(received?.batch.unknown).toContainEqual({ what: 'metric', name: 'pod.gpuUsedRatio', cnt: 1 });
    expect(await refusals()).toEqual([]);
  });

  it('needs no origin and has no rate limit per address', async () => {
    const numbers = Array.from({ length: 30 }, (_, i) => i + 1);
    for (const seq of numbers) expect((await app.post(token, json(emptyBatch({ seq })))).status).toBe(200);
    expect(app.pipeline.batches.map(({ batch }) => batch.seq)).toEqual(numbers);
  });

  it.each([
    ['Mon, 02 Mar 2026 00:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 23:59:00 GMT', -60_000],
    ['never', 0],
  ])('has its clock skew read from the Date header: %s', async (date, skewMs) => {
    app.clock.set('2026-03-02T00:00:00Z');
    await app.post(token, json(emptyBatch()), { date });
    expect(app.pipeline.batches[0]?.clockSkewMs).toBe(skewMs);
  });

  describe('by its token', () => {
    const wrong = ['', 'x', 'gwj_short', `gwj_${'A'.repeat(43)}`, `gwj_${'A'.repeat(10_000)}`];
    it.each([undefined, ...wrong, "gwj_' or 1=1 --"])('is unknown: %s', async (wrong) => {
      const answer = await app.post(wrong, json(fullBatch()));
      expect(answer).toMatchObject({ status: 403, body: { code: 8005, data: { reason: 'unknownToken' } } });
      expect(app.pipeline.batches).toEqual([]);
    });

    it('counts an unknown token only for the cluster whose key the sender has', async () => {
      const wrong = `gwj_${'A'.repeat(43)}`;
      for (const claimed of [String(hostId), `gwk_${'0'.repeat(32)}`, "gwk_' or 1=1 --", 'x'.repeat(5000)])
        await app.post(wrong, json(emptyBatch()), {
          'x-gwanje-cluster-id': String(hostId),
          [CLUSTER_KEY_HEADER]: claimed,
        });
      await expectRefusals([]);
      const { claimKey } = await rowOf(app.db, 'cluster', { hostId }, ['claimKey']);
      for (let i = 0; i < 3; i++)
        await app.post(wrong, json(emptyBatch()), { [CLUSTER_KEY_HEADER]: claimKey });
      await expectRefusals([{ reason: 'unknownToken', cnt: 3 }]);
    });

    it('writes to the cluster of its token, whatever the batch says', async () => {
      const other = await newCluster();
      const otherToken = await app.issue(other);
      const cluster = { ...fullBatch().cluster, hostId: other };
      const claims = { ...fullBatch(), hostId: other, clusterId: other, cluster };
      await app.post(token, json(claims), { 'x-host-id': String(other) });
      await app.post(otherToken, json({ ...fullBatch(), hostId }));
      expect(app.pipeline.batches.map((received) => received.hostId)).toEqual([hostId, other]);
      expect(JSON.stringify(app.pipeline.batches[0]?.batch)).not.toContain('hostId');
    });

    it.each([
      ['a cluster agent with the token of the node agents', 'node', fullBatch()],
      ['a node agent with the token of the cluster agent', 'cluster', nodeBatch()],
    ] as const)('is refused: %s', async (_name, role, batch) => {
      const answer = await app.post(await app.issue(hostId, role), json(batch));
      expect(answer).toMatchObject({ status: 403, body: { code: 8005, data: { reason: 'wrongTokenRole' } } });
      expect(app.pipeline.batches).toEqual([]);
      await expectRefusals([{ reason: 'wrongTokenRole', cnt: 1 }]);
    });

    it.each(['inventory', 'events', 'cluster'] as const)(
      'is refused when a node agent sends %s',
      async (part) => {
        const nodeToken = await app.issue(hostId, 'node');
        expect((await app.post(nodeToken, json(nodeBatch()))).status).toBe(200);
        const answer = await app.post(nodeToken, json({ ...nodeBatch(), [part]: fullBatch()[part] }));
        expect(answer).toMatchObject({ status: 400, body: { data: { reason: 'invalidBatch' } } });
        expect(app.pipeline.batches).toHaveLength(1);
      },
    );

    it('may use one of several tokens of its cluster', async () => {
      const second = await app.issue(hostId);
      for (const one of [token, second]) expect((await app.post(one, json(emptyBatch()))).status).toBe(200);
      expect(app.pipeline.batches.map((received) => received.hostId)).toEqual([hostId, hostId]);
    });

    it('is refused at most two seconds after its token was revoked', async () => {
      const second = await app.issue(hostId);
      expect((await app.post(token, json(emptyBatch()))).status).toBe(200);
      const { tokenId } = await tokenRow();
      await changeRows(app.db, 'clusterToken', { tokenId }, { revokedAt: app.clock.now() });
      app.clock.advance(2000);
      const answer = await app.post(token, json(emptyBatch()));
      expect(answer).toMatchObject({ status: 403, body: { code: 8005, data: { reason: 'revokedToken' } } });
      expect((await app.post(second, json(emptyBatch()))).status).toBe(200);
      await expectRefusals([{ reason: 'revokedToken', cnt: 1 }]);
    });

    it('is unknown when its cluster is deleted', async () => {
      expect((await app.post(token, json(emptyBatch()))).status).toBe(200);
      await app.db.deleteFrom('cluster').where('hostId', '=', hostId).execute();
      app.clock.advance(5000);
      const answer = await app.post(token, json(emptyBatch()));
      expect(answer.body).toMatchObject({ data: { reason: 'unknownToken' } });
    });

    it('updates the last use of its token once a minute', async () => {
      const first = app.clock.now();
      await app.post(token, json(emptyBatch()));
      await expect.poll(async () => (await tokenRow()).lastUsedAt).toEqual(first);
      app.clock.advance(59_000);
      await app.post(token, json(emptyBatch()));
      app.clock.advance(1000);
      await app.post(token, json(emptyBatch()));
      await expect.poll(async () => (await tokenRow()).lastUsedAt).toEqual(app.clock.now());
    });

    it('is throttled when it guesses tokens; known tokens from the same address still work', async () => {
      const from = { 'x-forwarded-for': '203.0.113.7' };
      expect((await app.post(token, json(emptyBatch()), from)).status).toBe(200);
      const guess = (n: number) => app.post(`gwj_${String(n).padStart(43, 'g')}`, json(emptyBatch()), from);
      const codes: number[] = [];
      for (let n = 0; n < 110; n++) codes.push((await guess(n)).status);
      expect(codes.slice(0, 99).every((status) => status === 403)).toBe(true);
      expect(codes.slice(-5)).toEqual([429, 429, 429, 429, 429]);
      expect((await guess(0)).status, 'one that was tried before costs nothing').toBe(403);
      app.clock.advance(6000);
      expect((await app.post(token, json(emptyBatch()), from)).status).toBe(200);
      app.clock.advance(60_000);
      expect((await guess(999)).status).toBe(403);
    });

    it('is accepted with a token that was never used, while other senders at its address guess tokens', async () => {
      const from = { 'x-forwarded-for': '203.0.113.8' };
      const fresh = await Promise.all(Array.from({ length: 5 }, () => app.issue(hostId)));
      // The server knows a new token after 5 s at the latest, without looking it up.
      app.clock.advance(5000);
      for (let n = 0; n < 110; n++)
        await app.post(`gwj_${String(n).padStart(43, 'h')}`, json(emptyBatch()), from);
      for (const one of fresh) expect((await app.post(one, json(emptyBatch()), from)).status).toBe(200);
      const guess = await app.post(`gwj_${'i'.repeat(43)}`, json(emptyBatch()), from);
      expect(guess.status).toBe(429);
    });

    it('does not count as guessing with a valid token, for many clusters at one address', async () => {
      const from = { 'x-forwarded-for': '203.0.113.9' };
      for (let n = 0; n < 110; n++)
        expect((await app.post(await app.issue(hostId), json(emptyBatch()), from)).status).toBe(200);
      const guess = await app.post(`gwj_${'j'.repeat(43)}`, json(emptyBatch()), from);
      expect(guess.status).toBe(403);
    });
  });

  describe('is refused', () => {
    const [gzip, zstd] = [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'zstd' }];
    const one = json(emptyBatch());
    const bombs = {
      gzip: gzipSync(Buffer.alloc(64 * MIB), { level: 1 }).subarray(0, -1000),
      zstd: zstdCompressSync(Buffer.alloc(512 * MIB)).subarray(0, -1000),
    };
    it.each<[string, string | Buffer, Record<string, string>, number, string]>([
      ['text that is not JSON', 'nonsense', {}, 400, 'notDecodable'],
      ['an empty body', '', {}, 400, 'notDecodable'],
      ['JSON sent as text/plain', one, { 'content-type': 'text/plain' }, 400, 'notDecodable'],
      ['an unknown content encoding', one, { 'content-encoding': 'br' }, 400, 'notDecodable'],
      ['JSON declared as gzip', one, gzip, 400, 'notDecodable'],
      ['a truncated gzip body', gzipSync(json(fullBatch())).subarray(0, 300), gzip, 400, 'notDecodable'],
      [
        'a truncated zstd body',
        zstdCompressSync(json(fullBatch())).subarray(0, 300),
        zstd,
        400,
        'notDecodable',
      ],
      ['an invalid batch', json({ ...fullBatch(), schema: 99 }), {}, 400, 'invalidBatch'],
      ['a body over the limit', Buffer.alloc(MIB + 1, 0x20), {}, 413, 'tooLarge'],
      ['a gzip bomb without its end', bombs.gzip, gzip, 413, 'tooLarge'],
      ['a zstd bomb without its end', bombs.zstd, zstd, 413, 'tooLarge'],
    ])('with %s', async (_what, payload, headers, status, reason) => {
      const answer = await app.post(token, payload, headers);
      const code = status === 413 ? 8006 : 8002;
      expect(answer).toMatchObject({ status, body: { code, message: expect.any(String), data: { reason } } });
      expect(app.pipeline.batches).toEqual([]);
      await expectRefusals([{ reason, cnt: 1 }]);
    });

    it('and every refusal is counted, with the detail of the last', async () => {
      const at = app.clock.now();
      for (let n = 0; n < 20; n++) await app.post(token, 'nonsense');
      await app.post(token, json({ ...emptyBatch(), events: [{ uid: 'a\0', count: 'x' }] }));
      await expectRefusals([
        { reason: 'invalidBatch', cnt: 1, lastAt: at, detail: expect.stringContaining('events.0.type') },
        { reason: 'notDecodable', cnt: 20, lastAt: at, detail: expect.stringContaining('not JSON') },
      ]);
      app.clock.advance(1000);
      await app.post(token, 'nonsense');
      await expectRefusals([{}, { cnt: 21, lastAt: app.clock.now() }]);
    });

    it('by a limit of the pipeline, which is counted; a busy answer is not counted', async () => {
      const answerWhen = (error: Error) => {
        app.pipeline.before = () => Promise.reject(error);
        return app.post(token, json(emptyBatch()));
      };
      const limit = await answerWhen(
        new AppError('tooLarge', { reason: 'objectLimit', maxObjects: 250_000 }),
      );
      expect(limit).toMatchObject({ status: 413, body: { code: 8006, data: { reason: 'objectLimit' } } });
      const busy = await answerWhen(new AppError('busy', { retryAfterS: 7 }));
      expect(busy).toMatchObject({ status: 503, body: { code: 8008 } });
      expect(busy.headers['retry-after']).toBe('7');
      const failed = await answerWhen(new Error('a secret detail'));
      expect([failed.status, failed.body]).toEqual([500, { code: 999, message: 'Unknown error.', data: {} }]);
      await expectRefusals([{ reason: 'objectLimit', cnt: 1 }]);
    });
  });

  it('with any mutation of a batch gets an acknowledgement or an error envelope', async () => {
    let refused = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const { wire, encoding } = mutation(seed);
      const before = app.pipeline.batches.length;
      const { status, body } = await app.post(token, wire, { 'content-encoding': encoding });
      expect(app.pipeline.batches.length - before, `mutation ${seed}`).toBe(status === 200 ? 1 : 0);
      if (status === 200) continue;
      refused += 1;
      expect(body, `mutation ${seed}`).toMatchObject({ data: { reason: expect.any(String) } });
      expect([400, 413]).toContain(status);
    }
    expect(refused).toBeGreaterThan(50);
    expect(app.pipeline.batches.length).toBeGreaterThan(0);
  });

  it('counts its batches by outcome', async () => {
    const { body } = await app.app.inject('/metrics');
    expect(body).toMatch(/gwanje_ingest_batches_total\{outcome="accepted".*\} [1-9]/);
    expect(body).toMatch(/gwanje_ingest_batches_total\{outcome="notDecodable".*\} [1-9]/);
    expect(body).toMatch(/gwanje_ingest_in_flight_bytes\{.*\} 0/);
  });
});

describe('many agents at once', () => {
  it('get Retry-After beyond the limit in flight, and earlier requests are answered', async () => {
    await using app = await startIngestApp({
      inFlightLimits: { bodies: 3, bytes: 10 * MIB, bodiesOfCluster: 2, bytesOfCluster: 10 * MIB },
    });
    const rows = await app.db.selectFrom('cluster').select('hostId').orderBy('hostId').execute();
    const [first, second, third] = await Promise.all(rows.map(({ hostId }) => app.issue(hostId)));
    const gate = Promise.withResolvers<void>();
    let waiting = 0;
    app.pipeline.before = async () => {
      waiting += 1;
      await gate.promise;
    };
    const early = [first, first].map((token) => app.post(token, json(emptyBatch())));
    await expect.poll(() => waiting).toBe(2);
    const same = await app.post(first, json(emptyBatch()));
    expect(same).toMatchObject({ status: 503, body: { code: 8008 } });
    expect(Number(same.headers['retry-after'])).toBeGreaterThan(0);
    early.push(app.post(second, json(emptyBatch())));
    await expect.poll(() => waiting).toBe(3);
    expect((await app.post(third, json(emptyBatch()))).status).toBe(503);
    gate.resolve();
    expect((await Promise.all(early)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await app.post(third, json(emptyBatch()))).status).toBe(200);
    expect(await app.db.selectFrom('refusal').selectAll().execute()).toEqual([]);
  });
});

describe('over a real connection', () => {
  let app: IngestApp;
  let token: string;
  let port: number;
  beforeAll(async () => {
    app = await startIngestApp({ batchLimits: LIMITS });
    const { hostId } = await app.db.selectFrom('cluster').select('hostId').executeTakeFirstOrThrow();
    token = await app.issue(hostId);
    port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  function send(
    body: string | Uint8Array<ArrayBuffer> | ReadableStream,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return fetch(`http://127.0.0.1:${port}${INGEST_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body,
      duplex: 'half',
    });
  }

  it('a body that is too large is read to its end, with and without Content-Length', async () => {
    const large = new Uint8Array(4 * MIB).fill(0x20);
    expect((await send(large)).status).toBe(413);
    const chunks = Array.from({ length: 64 }, () => new Uint8Array(64 * 1024).fill(0x20));
    const answer = await send(ReadableStream.from(chunks));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 8006, data: { reason: 'tooLarge' } });
  });

  it('a sender without a token is answered before its body is read', async () => {
    const answer = await send(new Uint8Array(512 * 1024).fill(0x20), { authorization: 'Bearer unknown' });
    expect(answer.status).toBe(403);
  });

  it('a connection that closes during the body leaves no request in flight', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${INGEST_PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"schema":1`,
    );
    await expect.poll(heldBytes).toBe(11);
    socket.destroy();
    await expect.poll(heldBytes).toBe(0);
    expect(app.pipeline.batches).toEqual([]);
    expect((await send(json(emptyBatch()).toString())).status).toBe(200);
  });

  async function heldBytes(): Promise<number> {
    const { body } = await app.app.inject('/metrics');
    return Number(/gwanje_ingest_in_flight_bytes\{.*\} (\d+)/.exec(body)?.[1]);
  }
});
