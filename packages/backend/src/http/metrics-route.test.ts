import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics } from '../observe/metrics.ts';
import { toAppError } from './error-answers.ts';
import { serveMetrics } from './metrics-route.ts';

const TOKEN = 'a-token-of-the-monitoring-system';
const monitored = { networks: '10.1.0.0/16,fd00::5', token: TOKEN };

test.each([
  ['this machine, by default', {}, '127.0.0.1', {}, 200],
  ['this machine over IPv6', {}, '::1', {}, 200],
  ['this machine, as an IPv4 address in an IPv6 one', {}, '::ffff:127.0.0.1', {}, 200],
  ['another machine, by default', {}, '192.0.2.7', {}, 404],
  ['a client behind a proxy on this machine', {}, '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }, 404],
  ['a configured network', monitored, '10.1.200.3', {}, 200],
  ['a configured address', monitored, 'fd00::5', {}, 200],
  ['an address outside the networks', monitored, '10.2.0.1', {}, 404],
  ['the token from anywhere', monitored, '192.0.2.7', { authorization: `Bearer ${TOKEN}` }, 200],
  ['a wrong token', monitored, '192.0.2.7', { authorization: 'Bearer x' }, 404],
  ['a token where none is configured', {}, '192.0.2.7', { authorization: 'Bearer undefined' }, 404],
])('%s', async (_who, access, remoteAddress, headers, status) => {
  await using app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.code(toAppError(error as never).spec.status).send());
  serveMetrics(app, createMetrics('test'), access);
  const answer = await app.inject({ url: '/metrics', remoteAddress, headers });
  expect(answer.statusCode).toBe(status);
  expect(answer.body.includes('process_cpu')).toBe(status === 200);
});
