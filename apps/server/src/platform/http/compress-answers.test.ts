import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { brotliDecompressSync, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const SMALL = { list: ['한글'] };
const LARGE = { list: Array.from({ length: 500 }, (_, at) => `파드-${at}`) };
const VERY_LARGE = { list: Array.from({ length: 50_000 }, (_, at) => `파드-${at}`) };
const IMAGE = Buffer.alloc(5000, 7);

const app = fastify();
beforeAll(async () => {
  compressAnswers(app);
  app.get('/small', async () => SMALL);
  app.get('/large', async () => LARGE);
  app.get('/very-large', async () => VERY_LARGE);
  app.get('/image', async (_request, reply) => reply.type('image/png').send(IMAGE));
  app.get('/already-compressed', async (_request, reply) =>
    reply.header('content-encoding', 'gzip').type('text/csv').send(IMAGE),
  );
  app.get('/stream', async (_request, reply) =>
    reply.type('application/octet-stream').send(Readable.from(streamed(), { objectMode: false })),
  );
  await app.ready();
});
afterAll(() => app.close());

/** Replaced by a test that decides when the second chunk exists. */
let secondChunk = async (): Promise<Buffer> => IMAGE;
async function* streamed() {
  yield IMAGE;
  yield await secondChunk();
}

async function request(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return app.inject({ url, headers });
}

describe('a response', () => {
  it.each([
    ['zstd', 'gzip, br, zstd', zstdDecompressSync],
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip, zstd;q=0.5', gunzipSync],
  ])('above the minimum size is sent as %s when the client accepts %s', async (encoding, accepted, plain) => {
    for (const content of [LARGE, VERY_LARGE]) {
      const url = content === LARGE ? '/large' : '/very-large';
      const { headers, rawPayload } = await request(url, accepted);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
      expect(JSON.parse(plain(rawPayload).toString())).toEqual(content);
    }
  });

  it.each([
    ['/small', 'zstd'],
    ['/large', 'identity'],
    ['/large', undefined],
    ['/image', 'zstd'],
  ])('of %s to a client that accepts %s is sent uncompressed', async (url, accepted) => {
    const { headers, rawPayload } = await request(url, accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  });

  it('that is already compressed stays unchanged', async () => {
    const { headers, rawPayload } = await request('/already-compressed', 'zstd');
    expect(headers['content-encoding']).toBe('gzip');
    expect(rawPayload).toEqual(IMAGE);
  });

  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('that is a stream is compressed as %s', async (encoding, plain) => {
    const { headers, rawPayload } = await request('/stream', encoding);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(plain(rawPayload)).toEqual(Buffer.concat([IMAGE, IMAGE]));
    expect((await request('/stream', 'identity')).rawPayload).toEqual(Buffer.concat([IMAGE, IMAGE]));
  });

  it('that is a stream can be read before its next chunk exists, and breaks off when there is none', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const second = Promise.withResolvers<Buffer>();
    secondChunk = () => second.promise;
    const answer = Promise.withResolvers<IncomingMessage>();
    get(`${address}/stream`, { headers: { 'accept-encoding': 'zstd' } }, answer.resolve);
    const chunks = (await answer.promise).pipe(createZstdDecompress());
    let got = 0;
    for await (const chunk of chunks.iterator({ destroyOnReturn: false })) {
      got += chunk.length;
      if (got >= IMAGE.length) break;
    }
    expect(got).toBe(IMAGE.length);
    const isBroken = once(await answer.promise, 'error');
    second.reject(new Error('no second chunk'));
    expect(await isBroken).toMatchObject([{ code: 'ECONNRESET' }]);
  });
});
