import { join } from 'node:path';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { TestProcess } from '@gwanje/testkit/processes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser, PASSWORD } from './testing/login-site.ts';

const ENTRY = join(import.meta.dirname, 'main.ts');
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await insertUser(database.db, { userId: 'operator' });
});

afterAll(() => database?.close());

function start(env: Readonly<Record<string, string>> = {}): TestProcess {
  if (!('url' in database.address)) throw new Error('a server is needed');
  return new TestProcess(ENTRY, {
    env: {
      GWANJE_DATABASE_URL: database.address.url,
      GWANJE_HOST: '127.0.0.1',
      GWANJE_LOGIN_PORT: '0',
      GWANJE_LOGIN_URL: 'http://localhost:4101',
      ...env,
    },
  });
}

async function addressOf(running: TestProcess): Promise<string> {
  const line = await running.waitForLine((text) => text.includes('"msg":"ready"'));
  return String(JSON.parse(line).listening);
}

function signIn(address: string) {
  return fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { origin: 'http://localhost:4101', 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'operator', password: PASSWORD }),
  });
}

test('signs users in and logs no password; its sessions survive a restart with an unavailable provider', async () => {
  await using first = start();
  const address = await addressOf(first);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const answer = await signIn(address);
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await first.stop()).toEqual({ code: 0, signal: null });
  expect(first.lines.join('\n')).not.toContain(PASSWORD);
  expect(first.lines.join('\n')).not.toContain(cookie.split('=')[1]);

  await using second = start({
    GWANJE_OIDC_ISSUER: 'http://localhost:9',
    GWANJE_OIDC_CLIENT_ID: 'gwanje',
  });
  const portal = await fetch(`${await addressOf(second)}/portal`, {
    headers: { cookie },
    redirect: 'manual',
  });
  expect(portal.status).toBe(200);
});

test('reports a wrong configuration and exits', async () => {
  await using running = start({ GWANJE_LOGIN_PORT: 'none', GWANJE_OIDC_ISSUER: 'http://id.example.com' });
  expect(await running.exited).toEqual({ code: 1, signal: null });
  expect(running.lines.join('\n')).toMatch(/GWANJE_LOGIN_PORT: must be a port number/);
  expect(running.lines.join('\n')).toMatch(/GWANJE_OIDC_ISSUER: must be https/);
});
