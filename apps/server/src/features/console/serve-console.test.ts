import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { notePastProgress } from '@gwanje/backend/demo/past-progress';
import { createBaseApp } from '@gwanje/backend/http/base-app';
import { siteCookies } from '@gwanje/backend/http/site-cookies';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../config.ts';
import { serveConsole } from './serve-console.ts';

const INDEX = '<!doctype html><title>관제</title><script type="module" src="/assets/main-a1b2.js"></script>';
const SCRIPT = 'export const answer = 42;\n'.repeat(50);
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

async function consoleApp(consoleDir: string | undefined, environment = {}): Promise<FastifyInstance> {
  const app = await createBaseApp({
    logger: createLogger('server', 'silent'),
    metrics: createMetrics('server'),
    isSecure: false,
    trustProxy: undefined,
    requestsPerMinute: 1_000_000,
    busyAfterMs: 0,
    isReady: async () => true,
  });
  const settings = readSettings({
    GWANJE_PUBLIC_URL: 'https://gwanje.example.com',
    GWANJE_LOGIN_URL: 'https://login.example.com',
    GWANJE_COOKIE_DOMAIN: '.example.com',
    GWANJE_COPYRIGHT: '© 관제',
    ...environment,
  });
  await serveConsole(app, settings, siteCookies(settings), consoleDir);
  return app;
}

describe('a built console', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    const dist = join(folder.path, 'dist');
    mkdirSync(join(dist, 'assets'), { recursive: true });
    mkdirSync(join(dist, '.vite'));
    writeFileSync(join(dist, 'index.html'), INDEX);
    writeFileSync(join(dist, 'index.html.br'), brotliCompressSync(INDEX));
    writeFileSync(join(dist, 'theme.js'), 'x');
    writeFileSync(join(dist, 'service-worker.js'), SCRIPT);
    writeFileSync(join(dist, 'manifest.webmanifest'), '{}');
    writeFileSync(join(dist, '.vite/manifest.json'), '{}');
    writeFileSync(join(dist, 'assets/main-a1b2.js'), SCRIPT);
    writeFileSync(join(dist, 'assets/main-a1b2.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(dist, 'assets/main-a1b2.js.gz'), gzipSync(SCRIPT));
    writeFileSync(join(dist, 'assets/plain-a1b2.css'), 'a{}');
    writeFileSync(join(folder.path, 'secret.txt'), 'secret');
    app = await consoleApp(dist);
  });
  afterAll(() => app.close());

  it.each([
    ['/service-worker.js', 'application/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('serves %s for the whole console, and never from a cache without asking', async (url, type) => {
    const { statusCode, headers } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
    });
  });

  it('leads a browser that asks for the default icon to the icon of the console', async () => {
    const answer = await app.inject('/favicon.ico');
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/favicon.svg']);
  });

  it.each([
    ...['/', '/main', '/mon/summary?hostId=1', '/setting/group/meta-list', '/no/such/page', '/index.html'],
    ...['/a.b.c', '/%EA%B4%80'],
  ])('serves the page for %s with cache-control: no-cache', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url, headers: HTML });
    expect(statusCode).toBe(200);
    expect(body).toBe(INDEX);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers 304 to a browser that has cached the page', async () => {
    const { headers } = await app.inject({ url: '/', headers: HTML });
    const again = await app.inject({ url: '/', headers: { ...HTML, 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  it('lets browsers cache files with a hash in their name for a year', async () => {
    const { statusCode, headers, body } = await app.inject('/assets/main-a1b2.js');
    expect([statusCode, body]).toEqual([200, SCRIPT]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
  });

  it('serves other files with cache-control: no-cache', async () => {
    expect((await app.inject('/theme.js')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (plain: Buffer) => plain],
  ])(
    'serves a file for accept-encoding: %s with content-encoding: %s',
    async (accepted, encoding, decompress) => {
      const url = '/assets/main-a1b2.js';
      const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(headers['content-type']).toMatch(/javascript/);
      expect(decompress(rawPayload).toString()).toBe(SCRIPT);
    },
  );

  it('serves a file without a compressed copy unchanged', async () => {
    const url = '/assets/plain-a1b2.css';
    const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect([headers['content-encoding'], body]).toEqual([undefined, 'a{}']);
  });

  it.each([
    ['a missing script', '/assets/gone-c3d4.js', HTML],
    ['a missing file requested without Accept: text/html', '/gone.js', { accept: '*/*' }],
    ['an unknown API address', '/api/v1/unknown', HTML],
    ['the API root', '/api', HTML],
    ['an unknown ingest address', '/ingest/v1/unknown', HTML],
    ['a folder', '/assets/', HTML],
    ['a hidden file', '/.vite/manifest.json', { accept: '*/*' }],
    ['path traversal', '/../secret.txt', { accept: '*/*' }],
    ['encoded path traversal', '/%2e%2e/secret.txt', { accept: '*/*' }],
    ['path traversal with encoded slashes', '/..%2fsecret.txt', { accept: '*/*' }],
    ['path traversal below /assets', '/assets/../../secret.txt', { accept: '*/*' }],
    ['path traversal with a backslash', '/..\\secret.txt', { accept: '*/*' }],
    ['a NUL character', '/theme.js%00', { accept: '*/*' }],
  ])('answers not found for %s', async (_name, url, headers) => {
    const answer = await app.inject({ url, headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 8003 });
  });

  it('serves the page only for GET and HEAD', async () => {
    const answer = await app.inject({ method: 'POST', url: '/main', headers: HTML });
    expect(answer.statusCode).toBe(404);
    expect((await app.inject({ method: 'HEAD', url: '/main', headers: HTML })).statusCode).toBe(200);
  });

  it('serves only the settings that the browser needs before sign-in', async () => {
    const answer = await app.inject('/config.json');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      loginUrl: 'https://login.example.com',
      portalUrl: 'https://login.example.com/portal',
      cookieDomain: 'example.com',
      browserKey: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      copyright: '© 관제',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      isDemo: false,
      demoPast: null,
    });
  });
});

it('says in a demo alone how long its history is still being written', async () => {
  await notePastProgress(folder.path, { remainingSec: 90 });
  for (const [isDemo, demoPast] of [
    ['1', { remainingSec: 90 }],
    ['0', null],
  ]) {
    await using app = await consoleApp(undefined, { GWANJE_DEMO: isDemo, GWANJE_DEMO_DIR: folder.path });
    expect((await app.inject('/config.json')).json()).toMatchObject({ demoPast });
  }
});

describe('an unbuilt console', () => {
  it('is served as soon as it is built while the server runs', async () => {
    const dist = join(folder.path, 'later');
    mkdirSync(dist);
    await using app = await consoleApp(dist);
    expect((await app.inject({ url: '/main', headers: HTML })).statusCode).toBe(503);
    expect((await app.inject('/main.js')).statusCode).toBe(404);
    writeFileSync(join(dist, 'index.html'), INDEX);
    expect((await app.inject({ url: '/main', headers: HTML })).body).toBe(INDEX);
  });

  it.each([
    ['no folder is configured', undefined],
    ['the folder does not exist', '/no/such/folder'],
  ])(
    'answers 503 if %s; unknown API addresses still answer 8003, and /config.json is served',
    async (_name, consoleDir) => {
      await using app = await consoleApp(consoleDir);
      const page = await app.inject({ url: '/main', headers: HTML });
      expect(page.statusCode).toBe(503);
      expect(page.body).toContain('npm run build');
      expect((await app.inject({ url: '/api/v1/x', headers: HTML })).json()).toMatchObject({ code: 8003 });
      expect((await app.inject('/config.json')).statusCode).toBe(200);
    },
  );
});
