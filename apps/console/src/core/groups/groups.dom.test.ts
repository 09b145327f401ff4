import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { describe, expect, test, vi } from 'vitest';
import { getCookie, setCookie } from '#core/browser/cookie.ts';
import { setConditions, setExpandOptions, useDashboard } from '#core/session/dashboard-conditions-store.ts';
import { envelope, type FakeNetwork, networkDown, testConfig } from '#core/testing/fake-network.ts';
import { freshPage, settleAll } from '#core/testing/page.ts';
import { clustersSettled, loadClusterNames, useClusters } from './cluster-list.ts';
import { useGroups } from './group-store.ts';
import { loadAllowedGroups, saveGroupSelection, subGroupIdsToSend } from './groups.ts';

const NAMES = '/api/v1/cluster/name-list';

function allow(network: FakeNetwork, ids: readonly number[]): void {
  const subGroupNameList = ids.map((subGroupId) => ({ subGroupId, subGroupName: `s${subGroupId}` }));
  network.on('/api/v1/group-name/list', () =>
    envelope(200, { groupNameList: [{ metaGroupId: 1, metaGroupName: 'm', subGroupNameList }] }),
  );
}

const selected = () => useGroups.getState().selectedSubGroupIds;

describe('the selection', () => {
  test.each([
    ['all allowed groups without a cookie', undefined, [1, 2, 3]],
    ['all allowed groups for the stored value "all"', 'all', [1, 2, 3]],
    ['the stored ids that are still allowed', '2.9.', [2]],
    ['all allowed groups if no stored id is allowed any more', '8.9.', [1, 2, 3]],
    ['all allowed groups for an invalid cookie', '<>', [1, 2, 3]],
  ])('is %s', async (_what, cookie, expected) => {
    const { network } = await freshPage();
    allow(network, [1, 2, 3]);
    if (cookie !== undefined) setCookie('gwanje_groups', cookie);
    await loadAllowedGroups();
    expect(selected()).toEqual(expected);
    expect(useGroups.getState()).toMatchObject({ failed: false, loaded: true });
  });

  test('is empty on start', async () => {
    await freshPage();
    const start = { groupNameList: [], selectedSubGroupIds: [], failed: false, loaded: false, takenCnt: 0 };
    expect(useGroups.getState()).toEqual(start);
  });

  test('comes from the latest load, even if the response of an earlier load arrives last', async () => {
    const { network } = await freshPage();
    const early = Promise.withResolvers<Response>();
    network.on('/api/v1/group-name/list', () => early.promise);
    const first = loadAllowedGroups();
    await settleAll();
    allow(network, [5]);
    await loadAllowedGroups();
    early.resolve(envelope(200, { groupNameList: [] }));
    await first;
    expect(selected()).toEqual([5]);
  });
});

test('a failure to load the groups is logged and leaves an empty list marked as failed', async () => {
  const { network, warnings } = await freshPage();
  await loadAllowedGroups();
  network.on('/api/v1/group-name/list', networkDown);
  await loadAllowedGroups();
  const expected = { groupNameList: [], selectedSubGroupIds: [], failed: true, loaded: false };
  expect(useGroups.getState()).toMatchObject(expected);
  expect(warnings).toHaveBeenCalledOnce();
});

test('a call made while the groups load waits for that load', async () => {
  const { network } = await freshPage();
  allow(network, [1, 2]);
  const loaded = loadAllowedGroups();
  expect(await subGroupIdsToSend()).toEqual([1, 2]);
  await loaded;
  expect(network.requestsOf('/api/v1/group-name/list')).toHaveLength(1);
});

test('after a failed load the next call loads the groups again', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/group-name/list', networkDown);
  await expect(subGroupIdsToSend()).rejects.toMatchObject({ kind: 'transport' });
  allow(network, [4]);
  await expect(subGroupIdsToSend()).resolves.toEqual([4]);
});

describe('saving a selection', () => {
  test('stores it in the cookie, reloads its clusters and resets the dashboard', async () => {
    const { network } = await freshPage();
    allow(network, [1, 2, 40]);
    await loadAllowedGroups();
    setConditions({ ...defaultConditions, objectType: 'node' });
    setExpandOptions({ isStatusBoxExpand: false, isPlatformExpand: true, isAzureExpand: true });
    await saveGroupSelection([40, 2]);
    expect(getCookie('gwanje_groups')).toBe('2.14.');
    expect(selected()).toEqual([2, 40]);
    expect(network.requestsOf(NAMES).map(({ url }) => url)).toEqual([`${NAMES}?subGroupIdList=2,40`]);
    expect(useDashboard.getState().conditions).toEqual(defaultConditions);
    expect(useDashboard.getState().expand.isStatusBoxExpand).toBe(true);
    await loadAllowedGroups();
    expect(selected()).toEqual([2, 40]);
  });

  test('sets a cookie for a year on the shared domain', async () => {
    const { network } = await freshPage();
    const config = JSON.stringify({ ...testConfig, cookieDomain: 'localhost' });
    network.on('/config.json', () => new Response(config));
    await loadAllowedGroups();
    const set = vi.spyOn(document, 'cookie', 'set');
    await saveGroupSelection([12]);
    expect(set.mock.calls[0]).toEqual([
      'gwanje_groups=c.; path=/; max-age=31536000; SameSite=None; domain=localhost; secure',
    ]);
  });

  test.each([
    ['an empty selection', []],
    ['only groups that are not allowed', [99]],
    ['every allowed group', [11, 12]],
  ])('of %s selects all allowed groups', async (_what, ids) => {
    await freshPage();
    await loadAllowedGroups();
    await saveGroupSelection(ids);
    expect(selected()).toEqual([11, 12]);
    expect(getCookie('gwanje_groups')).toBe('all');
  });

  test('splits a large selection into cookies below 4 kB, and a small one removes the extra cookies', async () => {
    const { network } = await freshPage();
    const ids = Array.from({ length: 1500 }, (_, index) => 10_000 + index);
    allow(network, [1, ...ids]);
    await loadAllowedGroups();
    await saveGroupSelection(ids);
    for (const cookie of document.cookie.split('; ')) expect(cookie.length).toBeLessThan(4_000);
    expect(getCookie('gwanje_groups_2')).toBeDefined();
    await loadAllowedGroups();
    expect(selected()).toEqual(ids);
    await saveGroupSelection([1]);
    expect(getCookie('gwanje_groups_2')).toBeUndefined();
  });
});

describe('the cluster names', () => {
  const cluster = { hostId: 1, name: 'a', metaGroupId: 1, subGroupId: 11 };

  test('are in the store after the load', async () => {
    const { network } = await freshPage();
    network.on(NAMES, () => envelope(200, { clusterList: [cluster] }));
    await loadClusterNames();
    expect(useClusters.getState()).toEqual({ clusterList: [cluster], failed: false, loaded: true });
  });

  test.each([
    ['a network failure', networkDown],
    ['a refusal', () => envelope(999, {}, 500)],
  ])('after %s are an empty list marked as failed, and the failure is logged', async (_what, answer) => {
    const { network, warnings } = await freshPage();
    network.on(NAMES, answer);
    await loadClusterNames();
    expect(useClusters.getState()).toEqual({ clusterList: [], failed: true, loaded: false });
    expect(warnings).toHaveBeenCalledOnce();
  });

  test('of an earlier selection do not replace those of a later one', async () => {
    const { network } = await freshPage();
    const early = Promise.withResolvers<Response>();
    network.on(NAMES, () => early.promise);
    const first = loadClusterNames();
    await settleAll();
    network.on(NAMES, () => envelope(200, { clusterList: [cluster] }));
    await loadClusterNames();
    early.resolve(envelope(200, { clusterList: [] }));
    await first;
    expect(useClusters.getState().clusterList).toEqual([cluster]);
  });

  test('are ready only when the load of the latest selection has finished', async () => {
    const { network } = await freshPage();
    let answer: (response: Response) => void = () => undefined;
    network.on(NAMES, () => new Promise((resolve) => (answer = resolve)));
    void loadClusterNames();
    const onSettled = vi.fn();
    const settled = clustersSettled().then(onSettled);
    await settleAll();
    expect(onSettled).not.toHaveBeenCalled();
    answer(envelope(200, { clusterList: [cluster] }));
    await settled;
    expect(useClusters.getState().clusterList).toEqual([cluster]);
  });
});
