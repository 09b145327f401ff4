import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMetrics } from '../observe/metrics.ts';
import { type BaseAppOptions, createBaseApp, structureError } from './base-app.ts';
import { requireOwnOrigin } from './origin-check.ts';

const OWN = 'https://gwanje.example.com';
let app: FastifyInstance;

async function open(options: Partial<BaseAppOptions> = {}): Promise<FastifyInstance> {
  app = await createBaseApp({
    logger: pino({ level: 'silent' }),
    metrics: createMetrics('test'),
    isSecure: true,
    trustProxy: undefined,
    requestsPerMinute: 1000,
    busyAfterMs: 2000,
    isReady: async () => true,
    ...options,
  });
  requireOwnOrigin(app, OWN, (request) => request.url === '/exempt');
  app.post('/echo', async (request) => ({ body: request.body ?? null }));
  app.post('/large', { bodyLimit: 1024 * 1024 }, async () => 'done');
  app.post('/exempt', async () => 'done');
  app.get('/read', async () => 'read');
  app.get('/part.css', { config: { isFile: true } }, async () => 'a {}');
  app.get('/broken', async () => {
    throw new Error('a secret detail');
  });
  app.get('/locked', async () => {
    throw new AppError('tooManyRequests', { retryAfterS: 42 });
  });
  app.get('/thing/:name', async (request) => request.params);
  return app;
}

afterEach(() => app?.close());

function post(payload: string, headers: Readonly<Record<string, string>> = {}, url = '/echo') {
  return app.inject({
    method: 'POST',
    url,
    headers: { origin: OWN, 'content-type': 'application/json', ...headers },
    payload,
  });
}

describe('bodies', () => {
  test('JSON is parsed, and an empty body is null', async () => {
    await open();
    expect((await post('{"a":[1]}')).json()).toEqual({ body: { a: [1] } });
    expect((await post('')).json()).toEqual({ body: null });
  });

  test.each([
    ['truncated', '{"a":', 8002],
    ['with a __proto__ key', '{"__proto__":{"x":1}}', 8002],
    ['with a constructor.prototype key', '{"constructor":{"prototype":{"x":1}}}', 8002],
    ['33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`, 8002],
    ['10,000 levels deep, unclosed', '['.repeat(10_000), 8002],
    ['of 50,001 values', `[${'1,'.repeat(50_000)}1]`, 8002],
  ])('%s: %3$s', async (_what, payload, code) => {
    await open();
    const answer = await post(payload, {}, '/large');
    expect(answer.json()).toMatchObject({ code, message: expect.any(String), data: expect.any(Object) });
  });

  test('a route accepts 4 kB, and more only if it sets its own limit', async () => {
    await open();
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expect((await post(text(4096))).statusCode).toBe(200);
    expect((await post(text(4097))).json()).toMatchObject({ code: 8006 });
    expect((await post(text(4097), {}, '/nothing')).json()).toMatchObject({ code: 8006 });
    expect((await post(text(4097), {}, '/large')).statusCode).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('%s is refused', async (contentType) => {
    await open();
    const answer = await post('{"a":1}', { 'content-type': contentType });
    expect(answer.json()).toMatchObject({ code: 8002, data: { reason: 'unsupported content type' } });
  });

  test.each([
    ['[[]]', undefined],
    ['[[[]]]', 'nested too deeply'],
    ['{"a":{"b":[]}}', 'nested too deeply'],
    ['"[[[[["', undefined],
    ['{"a\\"[[[[":[]}', undefined],
    ['["\\\\",[]]', undefined],
    ['[1,2,3]', undefined],
    ['[1,2,3,4]', 'too many values'],
    ['[{},{}]', 'too many values'],
    ['[",,,,,,"]', undefined],
  ])('%s with at most 2 levels and 4 values: %s', (json, expected) =>
    expect(structureError(json, 2, 4)).toBe(expected),
  );
});

describe('the origin of a change', () => {
  test.each([
    [{}, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: `${OWN}:443` }, 403],
    [{ origin: OWN.toUpperCase() }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: '' }, 403],
  ])('%j: %i', async (headers, status) => {
    await open();
    expect((await post('{}', headers)).statusCode).toBe(status);
  });

  test('a missing origin is refused; reads and exempt requests need none', async () => {
    await open();
    const answer = await app.inject({ method: 'POST', url: '/echo', payload: {} });
    expect(answer.json()).toMatchObject({ code: 8005 });
    const read = await app.inject({ url: '/read', headers: { origin: 'https://evil.example' } });
    expect(read.statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: '/exempt' })).statusCode).toBe(200);
  });
});

describe('errors', () => {
  test('are envelopes of the error table, without internal details', async () => {
    await open();
    const answer = await app.inject('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ code: 999, message: 'Unknown error.', data: {} });
    expect((await app.inject('/nothing')).json()).toMatchObject({ code: 8003 });
    const put = await app.inject({ method: 'PUT', url: '/read', headers: { origin: OWN } });
    expect(put.json()).toMatchObject({ code: 8003 });
    expect((await app.inject('/%E0%A4%A')).json()).toMatchObject({ code: 8002 });
  });

  test.each(['/broken', '/nothing', '/locked', '/%E0%A4%A'])('%s is not cached', async (url) => {
    await open();
    expect((await app.inject(url)).headers['cache-control']).toBe('no-store');
  });

  test('of a lock have a Retry-After header', async () => {
    await open();
    const answer = await app.inject('/locked');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('42');
  });

  test('about too many requests of one address are envelopes too; health probes are not counted', async () => {
    await open({ requestsPerMinute: 2 });
    await app.inject('/read');
    await app.inject('/read');
    expect((await app.inject('/read')).json()).toMatchObject({ code: 8007 });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  test('about too many requests come before the origin check, the body and the search for a route', async () => {
    await open({ requestsPerMinute: 1 });
    const refused = [
      () => post('{}', { origin: 'https://evil.example' }),
      () => post('{'),
      () => app.inject({ method: 'POST', url: '/nothing', headers: { origin: OWN } }),
    ];
    await app.inject('/read');
    for (const send of refused) expect((await send()).json()).toMatchObject({ code: 8007 });
  });

  test('about too many requests count a /64 IPv6 network as one client', async () => {
    await open({ requestsPerMinute: 2, trustProxy: '127.0.0.1' });
    const from = (address: string) => app.inject({ url: '/read', headers: { 'x-forwarded-for': address } });
    await from('2001:db8::1');
    await from('2001:db8::2');
    expect((await from('2001:db8::3')).statusCode).toBe(429);
    expect((await from('2001:db8:0:1::1')).statusCode).toBe(200);
  });

  test.each([
    ['of an address that is not trusted is warned of, once', undefined, 1],
    ['of a trusted proxy is no reason to warn', '127.0.0.1', 0],
  ])('X-Forwarded-For %s', async (_what, trustProxy, warnings) => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await open({ logger, trustProxy });
    for (let i = 0; i < 5; i++)
      await app.inject({ url: '/read', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(lines.filter((line) => line.includes('GWANJE_TRUST_PROXY'))).toHaveLength(warnings);
  });

  test('a URL segment of 4 kB is accepted, a longer one is not', async () => {
    await open();
    expect((await app.inject(`/thing/${'a'.repeat(4096)}`)).statusCode).toBe(200);
    expect((await app.inject(`/thing/${'a'.repeat(4097)}`)).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('every answer', () => {
  test('has a strict content security policy; style attributes are allowed only for sites that need them', async () => {
    await open();
    const { headers } = await app.inject('/read');
    expect(headers['content-security-policy']).toContain("style-src-attr 'unsafe-inline'");
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-content-type-options']).toBe('nosniff');
    await app.close();
    await open({ hasStyleAttributes: false, isSecure: false });
    const strict = await app.inject('/read');
    expect(strict.headers['content-security-policy']).not.toContain('unsafe');
    expect(strict.headers['strict-transport-security']).toBeUndefined();
  });
});

describe('probes', () => {
  test.each([
    ['ready', async () => true, 200],
    ['not ready', async () => false, 503],
    ['failing', () => Promise.reject(new Error('no database')), 503],
  ])('%s', async (_what, isReady, status) => {
    await open({ isReady });
    expect((await app.inject('/readyz')).statusCode).toBe(status);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  test('many concurrent readiness probes cause one check', async () => {
    let checkCnt = 0;
    await open({ isReady: async () => ++checkCnt > 0 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    expect(checkCnt).toBe(1);
    await app.inject('/readyz');
    expect(checkCnt).toBe(2);
  });

  test('an overloaded process is alive, but refuses requests; it logs refusals, but no answers to readiness probes', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await open({ busyAfterMs: 0.001, logger });
    const isNotReady = async () => expect((await app.inject('/readyz')).statusCode).toBe(503);
    await vi.waitFor(isNotReady, { timeout: 20_000 });
    expect(lines).toEqual([]);
    const isBusy = async () => expect((await app.inject('/read')).json()).toMatchObject({ code: 8008 });
    await vi.waitFor(isBusy, { timeout: 20_000 });
    expect(lines.join()).toContain('refused while busy');
    for (const url of ['/healthz', '/metrics', '/part.css'])
      expect((await app.inject(url)).statusCode, url).toBe(200);
  });

  test('metrics count requests by route template, never by URL', async () => {
    await open();
    await app.inject('/thing/somebody');
    const { body } = await app.inject('/metrics');
    expect(body).toContain('route="/thing/:name"');
    expect(body).not.toContain('somebody');
  });
});
