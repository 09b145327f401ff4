import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { canRun } from '@gwanje/testkit/debian-program';
import { freePort } from '@gwanje/testkit/free-port';
import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { describe, expect, it } from 'vitest';
import { type HaproxyOptions, haproxyConfig } from './haproxy-config.ts';
import { Supervisor } from './supervisor.ts';

describe.runIf(canRun('haproxy', 'haproxy', 'the load balancer is not tried'))('the load balancer', () => {
  it('accepts its configuration, also with names that are not known yet', () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'haproxy.cfg');
    const site = { bind: ':4100', servers: { 'server-1': 'server-1:4100', 'server-2': 'server-2:4100' } };
    writeFileSync(
      file,
      haproxyConfig({ console: site, login: { ...site, bind: ':4101' }, dnsServer: '127.0.0.11:53' }),
    );
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  it('replaces the client address that a client claims, and connects from its own', async () => {
    await using sites = await openSites([
      ({ headers, socket }, response) =>
        response.end(`${headers['x-forwarded-for']} by ${socket.remoteAddress}`),
    ]);
    const answer = await fetch(sites.url, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(await answer.text()).toBe('127.0.0.1 by 127.0.0.2');
  });

  it('repeats a read at another replica, and never a write', async () => {
    const failed: string[] = [];
    const away: RequestListener = (request, response) => {
      failed.push(request.method ?? '');
      if (request.url === '/busy') response.writeHead(503).end();
      else request.socket.destroy();
    };
    await using sites = await openSites([away, (_, response) => response.end('other')]);
    for (const path of ['/busy', '/broken']) {
      for (let count = 0; count < 4; count++)
        expect(await (await fetch(sites.url + path)).text()).toBe('other');
    }
    expect(failed).toContain('GET');
    failed.length = 0;
    const writes = Array.from({ length: 4 }, () => fetch(`${sites.url}/broken`, { method: 'POST' }));
    // On a kept connection of the client HAProxy closes it, else it answers 502.
    const unanswered = (await Promise.allSettled(writes)).filter(
      (write) => write.status === 'rejected' || !write.value.ok,
    );
    expect(unanswered).toHaveLength(failed.length);
    expect(failed.length).toBeGreaterThan(0);
  });

  it('leaves out a replica that is not ready, and ends its streams and batches but not its requests', async () => {
    const ready = [true, true];
    const held: ServerResponse[] = [];
    const batches: [index: number, response: ServerResponse][] = [];
    const site =
      (index: number): RequestListener =>
      (request, response) => {
        if (request.headers.accept === 'text/event-stream') response.write(`data: ${index}\n\n`);
        else if (request.url === '/slow') held.push(response);
        else if (request.url === '/ingest/v1/batch') batches.push([index, response]);
        else response.end(String(index));
      };
    await using sites = await openSites([site(0), site(1)], (index) => ready[index] ?? false);
    const streams = await Promise.all(
      [0, 1].map(() => fetch(sites.url, { headers: { accept: 'text/event-stream' } })),
    );
    const readers = streams.map(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader());
    const firsts = await Promise.all(readers.map(async (reader) => (await reader?.read())?.value));
    expect(firsts.toSorted()).toEqual(['data: 0\n\n', 'data: 1\n\n']);
    const slow = [0, 1].map(async () => (await fetch(`${sites.url}/slow`)).text());
    await expect.poll(() => held.length).toBe(2);
    const sent = [0, 1].map(
      async () => (await fetch(`${sites.url}/ingest/v1/batch`, { method: 'POST' })).status,
    );
    const acknowledged = Promise.allSettled(sent);
    await expect.poll(() => batches.map(([index]) => index).toSorted()).toEqual([0, 1]);

    ready[0] = false;
    // Its stream ends, and the other one goes on.
    const moved = readers[firsts.indexOf('data: 0\n\n')];
    await expect(moved?.read()).rejects.toThrow();
    const answers = await Promise.all(Array.from({ length: 6 }, async () => (await fetch(sites.url)).text()));
    expect(new Set(answers)).toEqual(new Set(['1']));
    for (const [index, response] of batches) if (index === 1) response.end();
    const stored = (await acknowledged).filter(
      (batch) => batch.status === 'fulfilled' && batch.value === 200,
    );
    expect(stored).toHaveLength(1);
    for (const response of held) response.end('done');
    expect(await Promise.all(slow)).toEqual(['done', 'done']);
  });
});

async function openSites(
  sites: readonly RequestListener[],
  isReady: (index: number) => boolean = () => true,
) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const servers: Record<string, string> = {};
  for (const [index, site] of sites.entries()) {
    const server = await openTestServer((request, response) => {
      if (request.url === '/readyz') response.writeHead(isReady(index) ? 200 : 503).end();
      else site(request, response);
    });
    stack.use(server);
    servers[`replica-${index}`] = `127.0.0.1:${server.port}`;
  }
  const port = await freePort();
  const options: HaproxyOptions = {
    console: { bind: `127.0.0.1:${port}`, servers },
    login: { bind: `127.0.0.1:${await freePort()}`, servers },
    source: '127.0.0.2',
  };
  const file = join(folder.path, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(options));
  const supervisor = new Supervisor(folder.path);
  stack.defer(() => supervisor.stop());
  const url = `http://127.0.0.1:${port}`;
  await supervisor.start({
    name: 'haproxy',
    program: 'haproxy',
    args: ['-db', '-f', file],
    readyUrl: url,
    isLogOnly: true,
  });
  const opened = stack.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
