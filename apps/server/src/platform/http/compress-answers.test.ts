import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
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
  await app.ready();
});
afterAll(() => app.close());

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
    for (const [url, content] of [
      ['/large', LARGE],
      ['/very-large', VERY_LARGE],
    ] as const) {
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
});
