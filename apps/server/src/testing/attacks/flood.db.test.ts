import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { WALLBOARD_SIGN_IN_PATH } from '@gwanje/contract/dashboard/wallboards';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { expect, it } from 'vitest';
import { startTestApp } from '../test-app.ts';

/** `npm run soak -- attacks` sends more. */
const REQUESTS = Number(process.env.GWANJE_SOAK_FLOOD ?? 300);
const SENDERS = 32;
/** The user stays below the limit of requests, however long the attack takes. */
const USER_EVERY_MS = 100;
/** Nested as deeply as a body may be. */
const MEGABYTE = Buffer.from(`${'['.repeat(31)}${'[],'.repeat(349_000)}[]${']'.repeat(31)}`);

it('while anonymous clients send megabytes, every one is refused and a signed-in user is answered', {
  timeout: 60_000 + REQUESTS * 100,
}, async () => {
  await using app = await startTestApp({ environment: { GWANJE_REQUESTS_PER_MINUTE: '1200' } });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const cookie = `${SESSION_COOKIE}=${await app.newToken('key')}`;
  using agent = { pool: new Agent({ keepAlive: true }), [Symbol.dispose]: () => agent.pool.destroy() };

  /** The status; 0 when the server closed the connection before it had read the body. */
  function send(path: string, headers: Record<string, string>, body?: Buffer): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const isAttack = body !== undefined;
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path,
        method: isAttack ? 'POST' : 'GET',
        headers,
        // Another address than the user's: the limit of requests counts by address.
        localAddress: isAttack ? '127.0.0.2' : '127.0.0.1',
        agent: agent.pool,
      },
      (answer) => {
        answer.resume();
        answer.on('close', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(body);
    return promise;
  }

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let left = REQUESTS;
  const refused = new Map<number, number>();
  const attackers = Array.from({ length: SENDERS }, async () => {
    const headers = { origin: app.origin, 'content-type': 'application/json' };
    while (left-- > 0) {
      const status = await send(WALLBOARD_SIGN_IN_PATH, headers, MEGABYTE);
      refused.set(status, (refused.get(status) ?? 0) + 1);
    }
  });
  const attack = Promise.all(attackers);
  const isOver = attack.then(() => true);
  const answered: number[] = [];
  while (!(await Promise.race([isOver, sleep(USER_EVERY_MS, false)])))
    answered.push(await send(`${API_PREFIX}/loginCheck`, { cookie }));
  delay.disable();
  if (process.env.GWANJE_SOAK_FLOOD)
    process.stdout.write(`longest pause of the event loop: ${Math.round(delay.max / 1e6)} ms\n`);

  expect([...refused.keys()].filter((status) => ![0, 413, 429].includes(status))).toEqual([]);
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.filter((status) => status !== 200)).toEqual([]);
});
