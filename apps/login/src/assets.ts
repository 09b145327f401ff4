import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const ASSETS_DIR = fileURLToPath(new URL('../assets/', import.meta.url));
/** Self-hosted, so that the site also works without the internet. */
const FONTS_DIR = join(
  dirname(fileURLToPath(import.meta.resolve('pretendard/package.json'))),
  'dist/web/variable',
);
/** The browser's side of passkeys, as modules. */
const WEBAUTHN_DIR = dirname(fileURLToPath(import.meta.resolve('@simplewebauthn/browser')));
const YEAR_S = 365 * 24 * 60 * 60;
const HOUR_S = 60 * 60;

/** Serves style sheet, scripts, images and fonts. The returned function gives a file's URL with its hash. */
export async function serveAssets(app: FastifyInstance): Promise<(name: string) => string> {
  const hashes = new Map<string, string>();
  for (const name of await readdir(ASSETS_DIR)) {
    const content = await readFile(join(ASSETS_DIR, name));
    hashes.set(name, createHash('sha256').update(content).digest('base64url').slice(0, 12));
  }
  await app.register(fastifyStatic, {
    root: ASSETS_DIR,
    prefix: '/assets/',
    index: false,
    cacheControl: false,
    setHeaders: (reply) => {
      const isNamedByContent = reply.request.url.includes('?v=');
      reply.header(
        'cache-control',
        isNamedByContent ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${HOUR_S}`,
      );
    },
  });
  await app.register(fastifyStatic, {
    root: FONTS_DIR,
    prefix: '/assets/fonts/',
    index: false,
    decorateReply: false,
    maxAge: YEAR_S * 1000,
  });
  await app.register(fastifyStatic, {
    root: WEBAUTHN_DIR,
    prefix: '/assets/webauthn/',
    index: false,
    decorateReply: false,
    maxAge: HOUR_S * 1000,
  });
  return (name) => {
    const hash = hashes.get(name);
    if (hash === undefined) throw new Error(`no asset ${name}`);
    return `/assets/${name}?v=${hash}`;
  };
}
