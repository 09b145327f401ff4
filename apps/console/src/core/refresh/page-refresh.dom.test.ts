import { HostId } from '@gwanje/contract/definition/fields';
import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Refreshing } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { followStream, useStream } from '#core/stream/stream.ts';
import { refreshOutdated, startRefreshing, useNewerData } from './page-refresh.ts';

const INTERVAL_MS = 30_000;
let isHidden = false;
let stops: (() => void)[] = [];
let server: ReadableStreamDefaultController<Uint8Array>;

beforeEach(async () => {
  // The stream's own machinery keeps its timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      server = controller;
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  stops.push(followStream([1]));
  await streamIs('connected');
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  queryClient.clear();
  window.history.replaceState(null, '', '/');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The streams of the platform answer after several turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(0);
}

async function streamIs(state: string): Promise<void> {
  while (useStream.getState().state !== state) await settle();
}

async function loseStream(): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  server.close();
  await streamIs('lost');
}

/** A mounted query that has just loaded. */
async function shown(path: string, refreshing: Refreshing, input: object = {}) {
  const load = vi.fn(async () => ({}));
  const observer = new QueryObserver(queryClient, {
    queryKey: ['api', 'GET', path, input],
    queryFn: load,
    meta: { ...refreshing },
    retry: false,
  });
  stops.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  load.mockClear();
  return load;
}

function refreshing(intervalMs: number | null = INTERVAL_MS, isPolling = false): void {
  stops.push(startRefreshing(intervalMs, isPolling));
}

async function emit(event: StreamEvent): Promise<void> {
  server.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
  await settle();
}

function changed(...kinds: ('pod' | 'node' | 'event')[]): StreamEvent {
  return { type: 'inventoryChanged', hostId: HostId.parse(1), kinds };
}

let dataSeconds = 0;
function sampled(isStateChanged = false): StreamEvent {
  dataSeconds += 15;
  const cluster = { hostId: HostId.parse(1), monResult: 'normal', isApiReachable: true } as const;
  const gaps = { inventoryStoppedAt: null, alarmsFailingSince: null, missingStatistics: null };
  const dataAt = new Date(dataSeconds * 1000).toISOString();
  return { type: 'clusterState', ...cluster, ...gaps, dataAt, isStale: isStateChanged, isStateChanged };
}

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a query that an event makes outdated', () => {
  test('is refetched at most once in an interval, however many events arrive', async () => {
    refreshing();
    const pods = await shown('/pods', { changesWith: ['pod'] });
    for (let second = 0; second < 29; second += 1) {
      await emit(changed('pod'));
      await passes(1000);
    }
    expect(pods).not.toHaveBeenCalled();
    await passes(1000);
    expect(pods).toHaveBeenCalledTimes(1);
    await passes(120_000);
    expect(pods).toHaveBeenCalledTimes(1);
    await emit(changed('pod'));
    expect(pods).toHaveBeenCalledTimes(2);
  });

  test('is the only one that is refetched', async () => {
    refreshing();
    const pods = await shown('/pods', { changesWith: ['pod'] });
    const names = await shown('/node/name-list', { changesWith: ['node'] });
    const option = await shown('/viewoption', { changesWith: [] });
    const other = await shown('/pods', { changesWith: ['pod'] }, { body: { filter: { hostId: [2] } } });
    await passes(INTERVAL_MS);
    await emit(changed('pod', 'event'));
    expect(pods).toHaveBeenCalledTimes(1);
    for (const load of [names, option, other]) expect(load).not.toHaveBeenCalled();
  });

  test('waits for several intervals if it changes slowly', async () => {
    refreshing();
    const series = await shown('/metric/series', { changesWith: ['sample'], everyIntervals: 2 });
    for (let count = 0; count < 8; count += 1) {
      await emit(sampled());
      await passes(15_000);
    }
    expect(series).toHaveBeenCalledTimes(2);
  });

  test('changes with the state of a cluster only if that differs from the last one', async () => {
    refreshing();
    const dots = await shown('/dashboard/objects', { changesWith: ['state'] });
    await passes(INTERVAL_MS);
    await emit(sampled());
    expect(dots).not.toHaveBeenCalled();
    await emit(sampled(true));
    expect(dots).toHaveBeenCalledTimes(1);
  });

  test('is refetched again if the change came during the fetch', async () => {
    refreshing();
    const pods = await shown('/pods', { changesWith: ['pod'] });
    let answer = (_value: object) => {};
    pods.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    await passes(INTERVAL_MS);
    await emit(changed('pod'));
    await emit(changed('pod'));
    answer({});
    await passes(INTERVAL_MS);
    expect(pods).toHaveBeenCalledTimes(2);
  });

  test('of the page with a cluster is not changed by another cluster, but the count of all alarms is', async () => {
    window.history.replaceState(null, '', '/mon/pod/summary?hostId=2&podId=7');
    refreshing();
    const pod = await shown('/pod/info', { changesWith: ['pod', 'alarm'] }, { params: { podId: 7 } });
    const alarms = await shown('/alarm/count', { changesWith: ['alarm'] });
    await passes(INTERVAL_MS);
    await emit(changed('pod'));
    expect(pod).not.toHaveBeenCalled();
    await emit({ type: 'alarmChanged', hostId: HostId.parse(1), list: [], totalCnt: 1 });
    expect(alarms).toHaveBeenCalledTimes(1);
  });

  test('of a hidden page is refetched when the page becomes visible', async () => {
    refreshing();
    const pods = await shown('/pods', { changesWith: ['pod'] });
    isHidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
    await emit(changed('pod'));
    await passes(10 * INTERVAL_MS);
    expect(pods).not.toHaveBeenCalled();
    isHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await passes(0);
    expect(pods).toHaveBeenCalledTimes(1);
  });

  test('is each one after missed events', async () => {
    refreshing();
    const pods = await shown('/pods', { changesWith: ['pod'] });
    const option = await shown('/viewoption', { changesWith: [] });
    await passes(INTERVAL_MS);
    await emit({ type: 'reset' });
    expect(pods).toHaveBeenCalledTimes(1);
    expect(option).not.toHaveBeenCalled();
  });
});

describe('with the refresh off', () => {
  test('nothing loads by itself: newer data is reported, and loads when the user asks', async () => {
    refreshing(null, true);
    const pods = await shown('/pods', { changesWith: ['pod'] });
    const names = await shown('/node/name-list', { changesWith: ['node'] });
    const users = await shown('/users', {});
    await passes(10 * INTERVAL_MS);
    expect(useNewerData.getState().exists).toBe(false);
    await emit(changed('pod'));
    await emit(changed('event'));
    await loseStream();
    await passes(10 * INTERVAL_MS);
    for (const load of [pods, names, users]) expect(load).not.toHaveBeenCalled();
    expect(useNewerData.getState()).toEqual({ exists: true, hasAlarm: false });

    await refreshOutdated();
    expect(pods).toHaveBeenCalledTimes(1);
    for (const load of [names, users]) expect(load).not.toHaveBeenCalled();
    expect(useNewerData.getState().exists).toBe(false);
  });

  test('a new alarm is reported beside the newer data', async () => {
    refreshing(null);
    const alarms = await shown('/alarm/count', { changesWith: ['alarm'] });
    await emit({ type: 'alarm', hostId: HostId.parse(1), list: [], totalCnt: 1 });
    expect(useNewerData.getState()).toEqual({ exists: true, hasAlarm: true });
    expect(alarms).not.toHaveBeenCalled();
    await refreshOutdated();
    expect(useNewerData.getState()).toEqual({ exists: false, hasAlarm: false });
  });
});

describe('a polling page', () => {
  test('refetches at every interval only what the stream does not report', async () => {
    refreshing(INTERVAL_MS, true);
    const users = await shown('/users', {});
    const pods = await shown('/pods', { changesWith: ['pod'] });
    const option = await shown('/viewoption', { changesWith: [] });
    await passes(2 * INTERVAL_MS + 1);
    expect(users).toHaveBeenCalledTimes(2);
    expect(pods).not.toHaveBeenCalled();
    expect(option).not.toHaveBeenCalled();
  });

  test('refetches what the stream reports while the stream is down', async () => {
    refreshing(INTERVAL_MS, true);
    const pods = await shown('/pods', { changesWith: ['pod'] });
    await loseStream();
    await passes(2 * INTERVAL_MS + 1);
    expect(pods).toHaveBeenCalledTimes(2);
  });

  test('refetches after ten intervals without an event what shows an age or the end of a chart', async () => {
    refreshing(INTERVAL_MS, true);
    const notice = await shown('/cluster/summary', { changesWith: ['state', 'alarm'] });
    const series = await shown('/metric/series', { changesWith: ['sample'], everyIntervals: 2 });
    const names = await shown('/node/name-list', { changesWith: ['node'] });
    await passes(10 * INTERVAL_MS - 1000);
    for (const load of [notice, series]) expect(load).not.toHaveBeenCalled();
    await passes(2000);
    for (const load of [notice, series]) expect(load).toHaveBeenCalledTimes(1);
    await passes(10 * INTERVAL_MS);
    for (const load of [notice, series]) expect(load).toHaveBeenCalledTimes(2);
    expect(names).not.toHaveBeenCalled();
  });

  test('retries a failed query at the interval', async () => {
    refreshing(INTERVAL_MS, true);
    const pods = await shown('/pods', { changesWith: ['pod'] });
    pods.mockRejectedValueOnce(new Error('down'));
    await passes(INTERVAL_MS);
    await emit(changed('pod'));
    expect(pods).toHaveBeenCalledTimes(1);
    await passes(INTERVAL_MS);
    expect(pods).toHaveBeenCalledTimes(2);
  });

  test('stops when it is closed', async () => {
    const stop = startRefreshing(INTERVAL_MS, true);
    const users = await shown('/users', {});
    stop();
    await passes(10 * INTERVAL_MS);
    expect(users).not.toHaveBeenCalled();
  });
});
