import { insertSubGroup, listMetaGroups } from '@gwanje/contract/users/groups';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadClusterNames, useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { loadAllowedGroups } from '#core/groups/groups.ts';
import { logout } from '#core/session/session.ts';
import { envelope, type Responder } from '#core/testing/fake-network.ts';
import { freshPage, settleAll } from '#core/testing/page.ts';
import { useBusyServer } from './busy-server.ts';
import { call } from './client.ts';
import { apiQuery } from './query.ts';
import { queryClient } from './query-client.ts';

const LIST = '/api/v1/group/meta/list/1/20';
const input = { params: { pageNo: 1, pageCnt: 20 } };
const list = (signal?: AbortSignal) => call(listMetaGroups, { ...input, signal });

function busy(retryAfter?: string): Responder {
  return () =>
    new Response(JSON.stringify({ code: 8008, message: 'busy', data: {} }), {
      status: 503,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    });
}

afterEach(() => expect(useBusyServer.getState().waitingCnt).toBe(0));

describe('a read that a busy server refused', () => {
  test('is sent again with the groups that are selected then', async () => {
    const { network } = await freshPage();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await loadAllowedGroups();
    network.on('/api/v1/cluster/name-list', busy('5'));
    const done = loadClusterNames();
    await settleAll();
    useGroups.setState({ selectedSubGroupIds: [12] });
    await vi.advanceTimersByTimeAsync(5000);
    const expected = [expect.stringContaining('=11,12'), expect.stringContaining('=12')];
    expect(network.requestsOf('/api/v1/cluster/name-list').map(({ url }) => url)).toEqual(expected);
    network.on('/api/v1/cluster/name-list', () => envelope(200, { clusterList: [] }));
    await vi.advanceTimersByTimeAsync(5000);
    await done;
  });

  test.each([
    ['for the Retry-After of the server', busy('7'), 7000],
    ['15 seconds at most', busy('86400'), 15_000],
    ['one second at least', busy('0'), 1000],
    ['five seconds without a Retry-After', busy(), 5000],
    [
      'five seconds after a 503 of a proxy in front of a starting server',
      () => new Response('<h1/>', { status: 503 }),
      5000,
    ],
  ])('waits %s, counts as waiting, and is sent again', async (_how, answer, waitMs) => {
    const { network } = await freshPage();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    network.on(LIST, answer);
    const done = list();
    await settleAll();
    expect(useBusyServer.getState().waitingCnt).toBe(1);
    network.on(LIST, () => envelope(200, { totalCnt: 3 }));
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(network.requestsOf(LIST)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(done).resolves.toEqual({ totalCnt: 3 });
  });

  test('fails after a minute, and the query cache does not retry it', async () => {
    const { network } = await freshPage();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    network.on(LIST, busy('10'));
    const failed = queryClient
      .fetchQuery(apiQuery(listMetaGroups, input, { staleMs: 0 }))
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(failed).resolves.toMatchObject({ code: 8008 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(network.requestsOf(LIST)).toHaveLength(7);
  });

  test('rejects at once when the caller aborts', async () => {
    const { network } = await freshPage();
    network.on(LIST, busy('5'));
    const giveUp = new AbortController();
    const done = list(giveUp.signal).catch((error: unknown) => error);
    await settleAll();
    giveUp.abort();
    await expect(done).resolves.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(network.requestsOf(LIST)).toHaveLength(1);
  });

  test('is not sent again while the page logs out', async () => {
    const { network } = await freshPage();
    network.on(LIST, busy('5'));
    await loadAllowedGroups();
    const done = list().catch((error: unknown) => error);
    await settleAll();
    await logout();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(done).resolves.toMatchObject({ code: 8008 });
    expect(network.requestsOf(LIST)).toHaveLength(1);
  });
});

test('cluster names load without a user action when the server starts after the console', async () => {
  const { network } = await freshPage();
  const answered = new Map<string, Responder>([
    ['/api/v1/group-name/list', () => envelope(200, { groupNameList: [] })],
    ['/api/v1/cluster/name-list', () => envelope(200, { clusterList: [{ hostId: 1, name: 'first' }] })],
  ]);
  for (const path of answered.keys()) network.on(path, busy('5'));
  const loaded = loadAllowedGroups().then(loadClusterNames);
  await vi.advanceTimersByTimeAsync(20_000);
  for (const [path, responder] of answered) network.on(path, responder);
  await vi.advanceTimersByTimeAsync(20_000);
  await loaded;
  const expected = { clusterList: [{ hostId: 1, name: 'first' }], failed: false, loaded: true };
  expect(useClusters.getState()).toEqual(expected);
});

test('a write is not resent without asking the user', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/group/sub/insert', busy('1'));
  const done = call(insertSubGroup, { body: { metaGroupId: 1, name: 'new' } });
  await expect(done).rejects.toMatchObject({ code: 8008 });
});
