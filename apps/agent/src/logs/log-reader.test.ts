import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LogRequest, TUNNEL_CREDIT_BYTES } from '@gwanje/contract/objects/log-tunnel';
import type { LogEvent } from '@gwanje/contract/objects/logs';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../kubernetes/api-client.ts';
import { LogStreams } from './log-streams.ts';

const REQUEST: LogRequest = {
  namespace: 'shop',
  pod: 'web-1',
  uid: 'uid-1',
  container: 'web',
  isPrevious: false,
  isFollowed: true,
  sinceTime: null,
  untilTime: null,
  tailLines: 100,
  resume: null,
  linesPerSecond: 2000,
};
const timeOf = (nanos: number) => `2026-11-18T03:12:00.${String(nanos).padStart(9, '0')}Z`;
const line = (nanos: number) => `${timeOf(nanos)} line ${nanos}\n`;
const POD = '/api/v1/namespaces/shop/pods/web-1';

/** An API server with one pod. A test answers each request for its log. */
describe('the log of a container', () => {
  const events: LogEvent[] = [];
  const asked: URLSearchParams[] = [];
  const opened: ServerResponse[] = [];
  let changed = Promise.withResolvers<void>();
  let uid: string;
  let status: object;
  let refusal: { status: number; message: string } | undefined;
  let api: ApiClient;
  let stream = 0;
  let streams: LogStreams;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://api');
    if (url.pathname === POD) {
      const spec = { restartPolicy: 'Always', containers: [{ name: 'web' }] };
      response.end(JSON.stringify({ metadata: { uid }, spec, status }));
    } else if (url.pathname === `${POD}/log` && !refusal) {
      asked.push(url.searchParams);
      opened.push(response.writeHead(200));
      response.flushHeaders();
      note();
    } else {
      const { status, message } = refusal ?? { status: 404, message: 'not found' };
      response.writeHead(status).end(JSON.stringify({ message }));
    }
  });

  function note(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  function running(restartCount: number): object {
    return { phase: 'Running', containerStatuses: [{ name: 'web', restartCount, state: { running: {} } }] };
  }

  async function until<Found>(find: () => Found | undefined | false): Promise<Found> {
    for (;;) {
      const found = find();
      if (found !== undefined && found !== false) return found;
      await changed.promise;
    }
  }

  const answer = (index: number) => until(() => opened[index]);
  const texts = () =>
    events.flatMap((event) => (event.type === 'lines' ? event.list.map(([, text]) => text) : []));
  const end = () => until(() => events.find((event) => event.type === 'end'));
  const lastPosition = () =>
    events.findLast((event): event is Extract<LogEvent, { position: string }> => 'position' in event)
      ?.position ?? null;

  function start(over: Partial<LogRequest> = {}, creditBytes = 1e9): void {
    stream += 1;
    streams.receive({ type: 'open', stream, request: { ...REQUEST, ...over }, creditBytes });
  }

  beforeEach(async () => {
    events.length = asked.length = opened.length = 0;
    uid = 'uid-1';
    status = running(0);
    refusal = undefined;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    api = new ApiClient(async () => ({ server: `http://127.0.0.1:${port}`, headers: {}, isInsecure: false }));
    streams = new LogStreams({
      api,
      logger: pino({ level: 'silent' }),
      firstWaitMs: 10,
      send(text) {
        events.push(JSON.parse(text));
        note();
      },
    });
  });
  afterEach(async () => {
    streams[Symbol.dispose]();
    api[Symbol.dispose]();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is followed, and ends when the pod is gone', async () => {
    start();
    (await answer(0)).write(line(1) + line(2));
    await until(() => texts().length === 2);
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      container: 'web',
      timestamps: 'true',
      follow: 'true',
      tailLines: '100',
    });
    uid = 'uid-of-another-pod';
    opened[0]?.end(`${timeOf(3)} last words without a line end`);
    expect(await end()).toMatchObject({ reason: 'containerGone' });
    expect(texts()).toEqual(['line 1', 'line 2', 'last words without a line end']);
  });

  it('goes on after an API server that was away, without a duplicate or a lost line', async () => {
    start();
    (await answer(0)).write(line(1) + line(2) + line(2) + timeOf(3));
    await until(() => texts().length === 3);
    opened[0]?.destroy();
    const again = await answer(1);
    expect(Object.fromEntries(asked[1] ?? [])).toMatchObject({ sinceTime: '2026-11-18T03:11:59Z' });
    expect(asked[1]?.has('tailLines')).toBe(false);
    again.write(line(1) + line(2) + line(2) + line(2) + line(3));
    await until(() => texts().length === 5);
    expect(texts()).toEqual(['line 1', 'line 2', 'line 2', 'line 2', 'line 3']);
    const states = events.flatMap((event) => (event.type === 'state' ? [event.state] : []));
    expect(states).toEqual(['open', 'apiServerGone', 'open']);
    expect(events.some(({ type }) => type === 'gap')).toBe(false);
  });

  it('marks a gap when the log was rotated meanwhile', async () => {
    start({ resume: `${timeOf(2)}/1/0` });
    (await answer(0)).write(line(7) + line(8));
    await until(() => texts().length === 2);
    const gap = events.find(({ type }) => type === 'gap');
    expect(gap).toMatchObject({ fromTime: timeOf(2), toTime: timeOf(7) });
  });

  it('goes on with the next run of a container that was restarted', async () => {
    start();
    (await answer(0)).write(line(1));
    await until(() => texts().length === 1);
    status = running(1);
    opened[0]?.end();
    (await answer(1)).write(line(5));
    await until(() => texts().length === 2);
    expect(asked[1]?.has('sinceTime')).toBe(false);
    const types = events.map(({ type }) => type).filter((type) => type !== 'state');
    expect(types).toEqual(['lines', 'restarted', 'lines']);
  });

  it('is not read while nothing is granted: the API server waits', async () => {
    start({ linesPerSecond: 1e9, tailLines: 10_000 }, TUNNEL_CREDIT_BYTES);
    const response = await answer(0);
    const total = 32 * 1024 * 1024;
    response.write(`${timeOf(1)} ${'x'.repeat(900)}\n`.repeat(total / 932));
    const sentBytes = () => events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);
    await until(() => sentBytes() >= TUNNEL_CREDIT_BYTES);
    for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(sentBytes()).toBeLessThan(TUNNEL_CREDIT_BYTES + 64 * 1024);
    // The rest is not in the agent: the API server and the sockets hold it.
    expect(response.writableLength).toBeGreaterThan(total / 2);
    const before = texts().length;
    streams.receive({ type: 'credit', stream, bytes: TUNNEL_CREDIT_BYTES });
    await until(() => texts().length > before);
  });

  it.each([
    [403, 'pods "web-1" is forbidden', 'noRight'],
    [404, 'pods "web-1" not found', 'containerGone'],
    [400, 'previous terminated container "web" in pod "web-1" not found', 'noPrevious'],
    [400, 'something else', 'failed'],
  ])('that is refused with %s %s ends as %s', async (code, message, reason) => {
    refusal = { status: code, message };
    start();
    expect(await end()).toMatchObject({ reason });
  });

  it('of another pod with the same name is never read', async () => {
    uid = 'uid-of-another-pod';
    start();
    expect(await end()).toMatchObject({ reason: 'containerGone' });
    expect(asked).toEqual([]);
  });

  it('waits for a container that has not started', async () => {
    const state = { waiting: { reason: 'ImagePullBackOff' } };
    status = { phase: 'Pending', containerStatuses: [{ name: 'web', restartCount: 0, state }] };
    start();
    expect(await until(() => events[0])).toMatchObject({ state: 'waiting', detail: 'ImagePullBackOff' });
    status = running(0);
    (await answer(0)).write(line(1));
    await until(() => texts().length === 1);
  });

  it('between two times ends after the last line of the range, or after the lines that were asked for', async () => {
    const sinceTime = '2026-11-18T03:12:00Z';
    const range = { isFollowed: false, sinceTime, untilTime: '2026-11-18T03:12:00.500Z' };
    start({ ...range, tailLines: 3 });
    (await answer(0)).end(line(1) + line(2) + line(600_000_000));
    expect(await end()).toMatchObject({ reason: 'finished' });
    expect(texts()).toEqual(['line 1', 'line 2']);
    expect(lastPosition()).toBe(`${timeOf(2)}/1/0`);
    events.length = 0;
    start({ ...range, tailLines: 1 });
    (await answer(1)).end(line(1) + line(2));
    expect(await end()).toMatchObject({ reason: 'limit' });
    expect(texts()).toEqual(['line 1']);
  });
});
