import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { Backoff } from '../http/backoff.ts';
import { type ApiServer, type Asked, startApiServer } from '../testing/api-server.ts';
import { ApiClient } from './api-client.ts';
import { Follower, type FollowOptions, isNotNewer, type Sink } from './follow.ts';

const Named = z.object({ metadata: z.object({ name: z.string() }) });

/** A sink that stores objects as the server does. */
function memory() {
  const received: string[] = [];
  const errors: unknown[] = [];
  let listing = new Set<string>();
  let objects = new Set<string>();
  const sink: Sink = {
    beginListing() {
      listing = new Set();
    },
    async listed(items) {
      for (const item of items) listing.add(Named.parse(item).metadata.name);
    },
    async endListing() {
      objects = listing;
      received.push(`= ${[...objects].join(' ')}`);
    },
    upsert(object) {
      objects.add(Named.parse(object).metadata.name);
      received.push(`+ ${Named.parse(object).metadata.name}`);
    },
    remove(object) {
      objects.delete(Named.parse(object).metadata.name);
      received.push(`- ${Named.parse(object).metadata.name}`);
    },
    report(error) {
      if (error !== undefined) errors.push(error);
    },
  };
  return { sink, received, errors };
}

function object(name: string, version: number) {
  return { metadata: { name, resourceVersion: String(version) } };
}

function list(response: ServerResponse, version: number, names: readonly string[], more?: string): void {
  const items = names.map((name) => object(name, 1));
  response.end(JSON.stringify({ metadata: { resourceVersion: String(version), continue: more }, items }));
}

function event(type: string, name: string, version: number): string {
  return `${JSON.stringify({ type, object: object(name, version) })}\n`;
}

function status(code: number): string {
  return JSON.stringify({ kind: 'Status', code, message: `code ${code}` });
}

type Step = (response: ServerResponse, asked: Asked) => void;

interface PlayOptions extends FollowOptions {
  /** Called at each check of `until`. */
  readonly onCheck?: (follower: Follower, api: ApiServer) => void;
}

/** Answers the requests with the steps in order. The last watch stays open. */
async function play(
  steps: readonly Step[],
  until: (received: string[], api: ApiServer) => boolean,
  { onCheck, ...options }: PlayOptions = { firstWaitMs: 1, maxWaitMs: 5 },
) {
  let next = 0;
  await using api = await startApiServer((asked, response) => {
    const step = steps[next];
    next += 1;
    if (step) step(response, asked);
    else response.writeHead(200).flushHeaders();
  });
  const { sink, received, errors } = memory();
  using client = new ApiClient(api.credentials);
  const stop = new AbortController();
  const follower = new Follower(client, '/api/v1/pods', sink, { ...options, pageSize: 2 });
  const running = follower.run(stop.signal);
  const isDone = () => {
    onCheck?.(follower, api);
    return until(received, api);
  };
  await expect.poll(isDone, { interval: 5, timeout: 10_000 }).toBe(true);
  stop.abort();
  await running;
  return { received, errors, asked: api.asked };
}

describe('a follower', () => {
  it("lists in pages and watches from the list's version, with bookmarks", async () => {
    const { received, asked } = await play(
      [
        (response) => list(response, 10, ['a', 'b'], 'next'),
        (response) => list(response, 10, ['c']),
        (response) => response.write(event('ADDED', 'd', 11)),
      ],
      (seen) => seen.length === 2,
    );
    expect(received).toEqual(['= a b c', '+ d']);
    expect(asked[0]?.query.get('limit')).toBe('2');
    expect(asked[1]?.query.get('continue')).toBe('next');
    expect(asked[2]?.query.get('resourceVersion')).toBe('10');
    expect(asked[2]?.query.get('allowWatchBookmarks')).toBe('true');
  });

  it('continues from the last version, of a bookmark or an object, when a watch ends or its connection breaks', async () => {
    const { received, asked } = await play(
      [
        (response) => list(response, 10, ['a']),
        (response) => response.end(event('BOOKMARK', 'x', 50)),
        (response) => {
          response.write(event('ADDED', 'b', 51));
          response.write('{"type":"ADDED","object":{"meta', () => response.destroy());
        },
        (response) => response.write(event('ADDED', 'c', 52)),
      ],
      (seen) => seen.includes('+ c'),
    );
    expect(received).toEqual(['= a', '+ b', '+ c']);
    expect(asked.slice(1, 4).map(({ query }) => query.get('resourceVersion'))).toEqual(['10', '50', '51']);
  });

  it.each([
    ['a status', (response: ServerResponse) => response.writeHead(410).end(status(410))],
    ['an event', (response: ServerResponse) => response.end(`{"type":"ERROR","object":${status(410)}}\n`)],
  ])('lists again when its version has expired, reported by %s', async (_, expire) => {
    const { received, errors } = await play(
      [
        (response) => list(response, 10, ['a', 'b']),
        expire,
        (response) => list(response, 90, ['b', 'c']),
        (response) => response.write(event('DELETED', 'c', 91)),
      ],
      (seen) => seen.includes('- c'),
    );
    expect(received).toEqual(['= a b', '= b c', '- c']);
    expect(errors).toEqual([]);
  });

  it('restarts a listing whose pages expire, and lists without pages when this repeats', async () => {
    const expiring: Step[] = [
      (response) => list(response, 10, ['a', 'b'], 'next'),
      (response) => response.writeHead(410).end(status(410)),
    ];
    const { received, asked } = await play(
      [...expiring, ...expiring, ...expiring, (response) => list(response, 40, ['b', 'c', 'd'])],
      (seen) => seen.length > 0,
    );
    expect(received).toEqual(['= b c d']);
    expect(asked[6]?.query.get('limit')).toBeNull();
  });

  it('passes a repeated change on once and does not restore deleted objects', async () => {
    const { received } = await play(
      [
        (response) => list(response, 10, ['a']),
        (response) =>
          response.end(event('ADDED', 'b', 11) + event('ADDED', 'b', 11) + event('DELETED', 'b', 12)),
        (response) =>
          response.write(event('ADDED', 'b', 11) + event('DELETED', 'b', 12) + event('ADDED', 'c', 13)),
      ],
      (seen) => seen.includes('+ c'),
    );
    expect(received).toEqual(['= a', '+ b', '- b', '+ c']);
  });

  it('recovers from errors, refusals and invalid responses', async () => {
    const { received, errors } = await play(
      [
        (response) => response.destroy(),
        (response) => response.writeHead(500).end('broken'),
        (response) => response.writeHead(401).end(status(401)),
        (response) => response.end('<html>'),
        (response) => list(response, 10, ['a']),
        (response) => response.writeHead(503).end(),
        (response) => response.write(event('ADDED', 'b', 11)),
      ],
      (seen) => seen.includes('+ b'),
    );
    expect(received).toEqual(['= a', '+ b']);
    expect(errors).toHaveLength(5);
  });

  it('lists again after repeated failed watches, even without a 410', async () => {
    const refuse: Step = (response) => response.writeHead(504).end();
    const { received } = await play(
      [
        (response) => list(response, 10, ['a']),
        ...Array.from({ length: 5 }, () => refuse),
        (response) => list(response, 3, ['b']),
      ],
      (seen) => seen.length === 2,
    );
    expect(received).toEqual(['= a', '= b']);
  });

  it('continues from its version after an outage, however often nobody answered', async () => {
    const { received, asked } = await play(
      [
        (response) => list(response, 10, ['a']),
        ...Array.from({ length: 7 }, (): Step => (response) => response.destroy()),
        (response) => response.write(event('ADDED', 'b', 11)),
      ],
      (seen) => seen.includes('+ b'),
    );
    expect(received).toEqual(['= a', '+ b']);
    expect(asked.filter(({ isWatch }) => !isWatch)).toHaveLength(1);
  });

  it('tries again within seconds after refusals, because an API server refuses everything while it starts', async () => {
    const refuse: Step = (response) => response.writeHead(403).end(status(403));
    const { received } = await play(
      [refuse, refuse, (response) => list(response, 10, ['a'])],
      (seen) => seen.length > 0,
      {},
    );
    expect(received).toEqual(['= a']);
  });

  it.each<{ answer: string; step: Step; maxSec: number }>([
    { answer: 'nothing', step: (response) => response.destroy(), maxSec: 5 },
    { answer: '503', step: (response) => response.writeHead(503).end(), maxSec: 30 },
    { answer: '410', step: (response) => response.writeHead(410).end(status(410)), maxSec: 30 },
    { answer: '403', step: (response) => response.writeHead(403).end(status(403)), maxSec: 60 },
  ])('waits up to $maxSec s when the API server answers: $answer', async ({ step, maxSec }) => {
    const waits: number[] = [];
    const { nextMs } = Backoff.prototype;
    const spy = vi.spyOn(Backoff.prototype, 'nextMs').mockImplementation(function (this: Backoff) {
      waits.push(nextMs.call(this, () => 1));
      return 0;
    });
    onTestFinished(() => spy.mockRestore());
    const steps = Array.from({ length: 10 }, () => step);
    await play([...steps, (response) => list(response, 10, ['a'])], (seen) => seen.length > 0, {});
    expect(Math.max(...waits)).toBe(maxSec * 1000);
  });

  it('ends its wait when the API server answers another request again', async () => {
    const { received } = await play(
      [(response) => response.destroy(), (response) => list(response, 10, ['a'])],
      (seen) => seen.length > 0,
      {
        firstWaitMs: 60_000,
        onCheck: (follower, { asked }) => {
          if (asked.length === 1) follower.reconnect(0);
        },
      },
    );
    expect(received).toEqual(['= a']);
  });

  it('repeats a watch that is older than an outage, and no other', async () => {
    const hang: Step = (response) => response.writeHead(200).flushHeaders();
    let isOver = false;
    const { received, asked } = await play(
      [(response) => list(response, 10, ['a']), hang, (response) => response.write(event('ADDED', 'b', 11))],
      (seen) => seen.includes('+ b'),
      {
        onCheck: (follower, { asked: { length } }) => {
          follower.reconnect(1);
          if (length !== 2 || isOver) return;
          follower.reconnect(performance.now());
          isOver = true;
        },
      },
    );
    expect(received).toEqual(['= a', '+ b']);
    expect(asked.slice(1).map(({ query }) => query.get('resourceVersion'))).toEqual(['10', '10']);
  });
});

describe('versions', () => {
  it.each([
    ['9', '10', true],
    ['10', '10', true],
    ['11', '10', false],
    ['18446744073709551616', '18446744073709551615', false],
    ['a', 'b', false],
    ['a', 'a', true],
  ])('%s is not newer than %s: %s', (version, than, isNot) => {
    expect(isNotNewer(version, than)).toBe(isNot);
  });
});
