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

/** Answers with a page of a list. */
function list(version: number, names: readonly string[], more?: string): Step {
  const items = names.map((name) => object(name, 1));
  const metadata = { resourceVersion: String(version), continue: more };
  return (response) => response.end(JSON.stringify({ metadata, items }));
}

/** Sends these events, and leaves the watch open. */
const send =
  (...events: string[]): Step =>
  (response) =>
    response.write(events.join(''));
/** Sends these events, and ends the watch. */
const end =
  (...events: string[]): Step =>
  (response) =>
    response.end(events.join(''));
const refuse =
  (code: number): Step =>
  (response) =>
    response.writeHead(code).end(status(code));
const breakOff: Step = (response) => response.destroy();
const hang: Step = (response) => response.writeHead(200).flushHeaders();

function event(type: string, name: string, version: number): string {
  return `${JSON.stringify({ type, object: object(name, version) })}\n`;
}

function status(code: number): string {
  return JSON.stringify({ kind: 'Status', code, message: `code ${code}` });
}

type Step = (response: ServerResponse, asked: Asked) => void;

interface PlayOptions extends FollowOptions {
  /** Called at each check for the last line. */
  readonly onCheck?: (follower: Follower, api: ApiServer) => void;
}

/** Answers with the steps in order, until the sink has received `last`. The last watch stays open. */
async function play(
  steps: readonly Step[],
  last: string,
  { onCheck, ...options }: PlayOptions = { firstWaitMs: 1, maxWaitMs: 5 },
) {
  let next = 0;
  await using api = await startApiServer((asked, response) => {
    const step = steps[next] ?? hang;
    next += 1;
    step(response, asked);
  });
  const { sink, received, errors } = memory();
  using client = new ApiClient(api.credentials);
  const stop = new AbortController();
  const follower = new Follower(client, '/api/v1/pods', sink, { ...options, pageSize: 2 });
  const running = follower.run(stop.signal);
  const isDone = () => {
    onCheck?.(follower, api);
    return received.includes(last);
  };
  await expect.poll(isDone, { interval: 5, timeout: 10_000 }).toBe(true);
  stop.abort();
  await running;
  const versions = api.asked.map(({ query }) => query.get('resourceVersion'));
  return { received, errors, asked: api.asked, versions };
}

describe('a follower', () => {
  it("lists in pages and watches from the list's version, with bookmarks", async () => {
    const steps = [list(10, ['a', 'b'], 'next'), list(10, ['c']), send(event('ADDED', 'd', 11))];
    const { received, asked, versions } = await play(steps, '+ d');
    expect(received).toEqual(['= a b c', '+ d']);
    expect(asked[0]?.query.get('limit')).toBe('2');
    expect(asked[1]?.query.get('continue')).toBe('next');
    expect(versions[2]).toBe('10');
    expect(asked[2]?.query.get('allowWatchBookmarks')).toBe('true');
  });

  it('continues from the last version, of a bookmark or an object, when a watch ends or its connection breaks', async () => {
    const cut: Step = (response) => {
      response.write(event('ADDED', 'b', 51));
      response.write('{"type":"ADDED","object":{"meta', () => response.destroy());
    };
    const steps = [list(10, ['a']), end(event('BOOKMARK', 'x', 50)), cut, send(event('ADDED', 'c', 52))];
    const { received, versions } = await play(steps, '+ c');
    expect(received).toEqual(['= a', '+ b', '+ c']);
    expect(versions.slice(1, 4)).toEqual(['10', '50', '51']);
  });

  it.each([
    ['a status', refuse(410)],
    ['an event', end(`{"type":"ERROR","object":${status(410)}}\n`)],
  ])('lists again when its version has expired, reported by %s', async (_, expire) => {
    const steps = [list(10, ['a', 'b']), expire, list(90, ['b', 'c']), send(event('DELETED', 'c', 91))];
    const { received, errors } = await play(steps, '- c');
    expect(received).toEqual(['= a b', '= b c', '- c']);
    expect(errors).toEqual([]);
  });

  it('restarts a listing whose pages expire, and lists without pages when this repeats', async () => {
    const expiring = [list(10, ['a', 'b'], 'next'), refuse(410)];
    const steps = [...expiring, ...expiring, ...expiring, list(40, ['b', 'c', 'd'])];
    const { received, asked } = await play(steps, '= b c d');
    expect(received).toEqual(['= b c d']);
    expect(asked[6]?.query.get('limit')).toBeNull();
  });

  it('passes a repeated change on once and does not restore deleted objects', async () => {
    const [added, deleted] = [event('ADDED', 'b', 11), event('DELETED', 'b', 12)];
    const again = send(added, deleted, event('ADDED', 'c', 13));
    const { received } = await play([list(10, ['a']), end(added, added, deleted), again], '+ c');
    expect(received).toEqual(['= a', '+ b', '- b', '+ c']);
  });

  it('recovers from errors, refusals and invalid responses', async () => {
    const failing = [breakOff, refuse(500), refuse(401), end('<html>')];
    const steps = [...failing, list(10, ['a']), refuse(503), send(event('ADDED', 'b', 11))];
    const { received, errors } = await play(steps, '+ b');
    expect(received).toEqual(['= a', '+ b']);
    expect(errors).toHaveLength(5);
  });

  it('lists again after repeated failed watches, even without a 410', async () => {
    const steps = [list(10, ['a']), ...Array.from({ length: 5 }, () => refuse(504)), list(3, ['b'])];
    expect((await play(steps, '= b')).received).toEqual(['= a', '= b']);
  });

  it('continues from its version after an outage, however often nobody answered', async () => {
    const away = Array.from({ length: 7 }, () => breakOff);
    const steps = [list(10, ['a']), ...away, send(event('ADDED', 'b', 11))];
    const { received, asked } = await play(steps, '+ b');
    expect(received).toEqual(['= a', '+ b']);
    expect(asked.filter(({ isWatch }) => !isWatch)).toHaveLength(1);
  });

  it('tries again within seconds after refusals, because an API server refuses everything while it starts', async () => {
    const { received } = await play([refuse(403), refuse(403), list(10, ['a'])], '= a', {});
    expect(received).toEqual(['= a']);
  });

  it.each<{ answer: string; step: Step; maxSec: number }>([
    { answer: 'nothing', step: breakOff, maxSec: 5 },
    { answer: '503', step: refuse(503), maxSec: 30 },
    { answer: '410', step: refuse(410), maxSec: 30 },
    { answer: '403', step: refuse(403), maxSec: 60 },
  ])('waits up to $maxSec s when the API server answers: $answer', async ({ step, maxSec }) => {
    const waits: number[] = [];
    const { nextMs } = Backoff.prototype;
    const spy = vi.spyOn(Backoff.prototype, 'nextMs').mockImplementation(function (this: Backoff) {
      waits.push(nextMs.call(this, () => 1));
      return 0;
    });
    onTestFinished(() => spy.mockRestore());
    await play([...Array.from({ length: 10 }, () => step), list(10, ['a'])], '= a', {});
    expect(Math.max(...waits)).toBe(maxSec * 1000);
  });

  it('ends its wait when the API server answers another request again', async () => {
    const { received } = await play([breakOff, list(10, ['a'])], '= a', {
      firstWaitMs: 60_000,
      onCheck: (follower, { asked }) => {
        if (asked.length === 1) follower.reconnect(0);
      },
    });
    expect(received).toEqual(['= a']);
  });

  it('repeats a watch that is older than an outage, and no other', async () => {
    let isOver = false;
    const { received, versions } = await play([list(10, ['a']), hang, send(event('ADDED', 'b', 11))], '+ b', {
      onCheck: (follower, { asked: { length } }) => {
        follower.reconnect(1);
        if (length !== 2 || isOver) return;
        follower.reconnect(performance.now());
        isOver = true;
      },
    });
    expect(received).toEqual(['= a', '+ b']);
    expect(versions.slice(1)).toEqual(['10', '10']);
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
