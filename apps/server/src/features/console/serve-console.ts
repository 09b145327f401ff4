import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { readPastProgress } from '@gwanje/backend/demo/past-progress';
import { type SiteCookies, secretIn, setCookie } from '@gwanje/backend/http/site-cookies';
import { hashToken, newSecret } from '@gwanje/backend/identity/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSettings } from '../../config.ts';
import { VERSION } from '../../platform/version.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** The build adds a hash of the content to the name of every file in this folder. */
const HASHED_FOLDER = '/assets/';
/** A worker has a separate content security policy. */
const WORKER = /worker[^/]*\.js$/;
/** Headers for documents only: scripts and styles do not need these 0.5 kB. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];
/** Plain path segments: no dot files, no parent folders. */
const FILE_PATH = /^(?:\/[A-Za-z0-9_@~-][A-Za-z0-9_.@~-]*)+$/;
const FILE = { config: { isFile: true } };
const CALLS = /^\/(?:api|ingest)(?:\/|$)/;

/** Serves the built console on every address outside the API. */
export async function serveConsole(
  app: FastifyInstance,
  settings: ServerSettings,
  cookies: SiteCookies,
  consoleDir: string | undefined,
): Promise<void> {
  const config = consoleConfig(settings);
  app.get('/config.json', FILE, async (request, reply) => {
    const browserKey = cookies.isShared ? browserKeyOf(request, reply, cookies) : null;
    const demoPast = settings.isDemo ? await readPastProgress(settings.demoDir, Date.now()) : null;
    return reply.header('cache-control', 'no-store').send({ ...config, browserKey, demoPast });
  });
  if (consoleDir === undefined || !existsSync(consoleDir)) {
    app.get('/*', FILE, (request, reply) => (isPage(request) ? sendNotBuilt(reply) : reply.callNotFound()));
    return;
  }
  // Browsers ask for it beside documents without an icon of their own, as JSON.
  app.get('/favicon.ico', FILE, (_request, reply) => reply.redirect('/favicon.svg', 301));
  await app.register(fastifyStatic, { root: consoleDir, serve: false, preCompressed: true });
  app.get('/*', FILE, async (request, reply) => {
    const path = pathOf(request);
    if (await isFile(consoleDir, path)) return sendFile(reply, path);
    if (!isPage(request)) return reply.callNotFound();
    // `npm start` builds the console while the server starts.
    return (await isFile(consoleDir, '/index.html')) ? sendFile(reply, '/index.html') : sendNotBuilt(reply);
  });
}

/** Names this browser to the login site, which binds the session to it, without the secret in its cookie. */
function browserKeyOf(request: FastifyRequest, reply: FastifyReply, { browser }: SiteCookies): string {
  const secret = secretIn(request, browser) ?? newSecret();
  setCookie(reply, browser, secret);
  return hashToken(secret).toString('base64url');
}

/** A missing script must be answered with 404, not with the page: the console reloads itself on a 404. */
function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (CALLS.test(path) || path.startsWith(HASHED_FOLDER)) return false;
  return path === '/' || (request.headers.accept ?? '').includes('text/html');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

async function isFile(folder: string, path: string): Promise<boolean> {
  if (CALLS.test(path) || !FILE_PATH.test(path)) return false;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found?.isFile() ?? false;
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  if (path.startsWith(HASHED_FOLDER)) {
    if (!WORKER.test(path)) for (const header of PAGE_HEADERS) reply.removeHeader(header);
    return reply.sendFile(path.slice(1), { maxAge: YEAR_MS, immutable: true });
  }
  return reply.header('cache-control', 'no-cache').sendFile(path.slice(1), { cacheControl: false });
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('The console has not been built yet. Run `npm run build`, then start the server again.\n');
}

/** The settings that the console needs before sign-in. None is secret. */
function consoleConfig(settings: ServerSettings) {
  return {
    loginUrl: settings.loginUrl,
    portalUrl: settings.portalUrl,
    cookieDomain: settings.cookieDomain ?? null,
    copyright: settings.copyright,
    version: VERSION,
    isDemo: settings.isDemo,
  };
}
