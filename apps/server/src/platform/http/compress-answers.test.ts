import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const SMALL = { list: ['한글'] };
const LARGE = { list: Array.from({ length: 500 }, (_, at) => `파드-${at}`) };
const VAST = { list: Array.from({ length: 50_000 }, (_, at) => `파드-${at}`) };
const PICTURE = Buffer.alloc(5000, 7);

const app = fastify();
beforeAll(async () => {
  compressAnswers(app);
  app.get('/small', async () => SMALL);
  app.get('/large', async () => LARGE);
  app.get('/vast', async () => VAST);
  app.get('/picture', async (_request, reply) => reply.type('image/png').send(PICTURE));
  app.get('/done', async (_request, reply) =>
    reply.header('content-encoding', 'gzip').type('text/csv').send(PICTURE),
  );
  await app.ready();
});
afterAll(() => app.close());

async function asked(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return app.inject({ url, headers });
}

describe('a response', () => {
  it.each([
    ['zstd', 'gzip, br, zstd', zstdDecompressSync],
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip, zstd;q=0.5', gunzipSync],
  ])('is sent as %s when the client accepts %s, at every size', async (encoding, accepted, plain) => {
    for (const [url, content] of [
      ['/large', LARGE],
      ['/vast', VAST],
    ] as const) {
      const { headers, rawPayload } = await asked(url, accepted);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
      expect(JSON.parse(plain(rawPayload).toString())).toEqual(content);
    }
  });

  it.each([
    ['/small', 'zstd'],
    ['/large', 'identity'],
    ['/large', undefined],
    ['/picture', 'zstd'],
  ])('of %s to a client that accepts %s is sent uncompressed', async (url, accepted) => {
    const { headers, rawPayload } = await asked(url, accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  });

  it('that is already compressed stays unchanged', async () => {
    const { headers, rawPayload } = await asked('/done', 'zstd');
    expect(headers['content-encoding']).toBe('gzip');
    expect(rawPayload).toEqual(PICTURE);
  });
});
