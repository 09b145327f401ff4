import { createBaseApp } from '@gwanje/backend/http/base-app';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { serveDocs } from './serve-docs.ts';

async function docs() {
  const app = fastify();
  await serveDocs(app);
  return app;
}

it('serves the OpenAPI document that the page shows, without a session', async () => {
  await using app = await docs();
  const [document, shown] = await Promise.all([
    app.inject('/api/docs/openapi.json'),
    app.inject('/api/docs/json'),
  ]);
  expect(document.statusCode).toBe(200);
  expect(document.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(document.json()).toEqual(shown.json());
  expect(document.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
});

it('serves a page without inline code, whose files are all local and exist', async () => {
  await using app = await docs();
  for (const address of ['/api/docs', '/api/docs/']) {
    const page = await app.inject(address);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const url = new URL(file, `http://localhost${address}`);
      expect(url.host).toBe('localhost');
      expect((await app.inject(url.pathname)).statusCode, url.pathname).toBe(200);
    }
  }
});

it.each(['/api/docs/static/..%5c..%5cpackage.json', '/api/docs/static//etc/passwd', '/api/docs/static/%00'])(
  'a path outside the folder of the page, %s, is not found and leaves no trace in the log',
  async (url) => {
    const lines: string[] = [];
    await using app = await createBaseApp({
      logger: createLogger('server', 'info', { write: (line) => lines.push(line) }),
      metrics: createMetrics('server'),
      isSecure: false,
      trustProxy: undefined,
      requestsPerMinute: 1_000_000,
      busyAfterMs: 0,
      isReady: async () => true,
    });
    await serveDocs(app);
    expect((await app.inject(url)).statusCode).toBe(404);
    expect(lines).toEqual([]);
  },
);
