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
