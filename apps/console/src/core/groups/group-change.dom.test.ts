import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { describe, expect, test, vi } from 'vitest';
import { getCookie, setCookie } from '#core/browser/cookie.ts';
import { readDashboard, setConditions } from '#core/session/dashboard-conditions-store.ts';
import { useSession } from '#core/session/session-store.ts';
import { envelope, networkDown, twoGroups } from '#core/testing/fake-network.ts';
import { answerDialog, dialogCnt, freshPage, openDialog } from '#core/testing/page.ts';
import { loadClusterNames } from './cluster-list.ts';
import { groupsChanged } from './group-change.ts';
import { useGroups } from './group-store.ts';

const DEBOUNCE_MS = 500;

describe('a change of groups', () => {
  const groupLoads = '/api/v1/group-name/list';

  test('reported many times within 500 ms starts one recovery, 500 ms after the last', async () => {
    const { network, went } = await freshPage('/mon/pod/cpu');
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS - 1);
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS - 1);
    expect(network.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(network.requestsOf(groupLoads)).toHaveLength(1);
    expect(dialogCnt()).toBe(1);
    await answerDialog(true);
    expect(went).toEqual(['/mon/summary']);
  });

  test('keeps the query of a page that stays open', async () => {
    const { went } = await freshPage('/alarm-list?level=5');
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    await answerDialog(true);
    expect(went).toEqual(['/alarm-list?level=5']);
  });

  test('reported while the alert is open shows no second alert', async () => {
    const { went } = await freshPage();
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(dialogCnt()).toBe(1);
    await answerDialog(true);
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect([dialogCnt(), went.length]).toEqual([0, 1]);
  });

  test('applies the allowed groups and loads their clusters', async () => {
    const { network } = await freshPage();
    useGroups.setState({ selectedSubGroupIds: [11, 99], loaded: true });
    network.on('/api/v1/cluster/name-list', ({ url }) =>
      url.includes('99') ? envelope(8109, {}, 403) : envelope(200, { clusterList: [] }),
    );
    await loadClusterNames();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(useGroups.getState()).toMatchObject({ groupNameList: twoGroups, selectedSubGroupIds: [11, 12] });
    await answerDialog(true);
    expect(network.requestsOf('/api/v1/cluster/name-list').at(-1)?.url).toContain('subGroupIdList=11,12');
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(dialogCnt()).toBe(0);
  });

  test.each([
    ['cuts them to the allowed clusters', [3, 9], [3]],
    ['resets them if no cluster is left', [9], []],
  ])('in the conditions of the dashboard %s', async (_what, before, after) => {
    const { network } = await freshPage();
    network.on('/api/v1/cluster/name-list', () =>
      envelope(200, { clusterList: [{ hostId: 3, name: 'c', metaGroupId: 1, subGroupId: 11 }] }),
    );
    const chosen = { ...defaultConditions, objectType: 'node', isAllCluster: false } as const;
    setConditions({ ...chosen, clusterList: before });
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    await answerDialog(true);
    const expected = after.length === 0 ? defaultConditions : { ...chosen, clusterList: after };
    expect(readDashboard().conditions).toEqual(expected);
  });

  test('keeps the conditions of the dashboard if the clusters cannot be loaded', async () => {
    const { network } = await freshPage();
    network.on('/api/v1/cluster/name-list', networkDown);
    const conditions = { ...defaultConditions, isAllCluster: false, clusterList: [3] };
    setConditions(conditions);
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    await answerDialog(true);
    expect(readDashboard().conditions).toEqual(conditions);
  });

  test.each([
    ['keeps the groups that are still allowed', 'c.99.', 'c.'],
    ['names all groups if none is left', '99.', 'all'],
    ['stays if all of its groups are allowed', 'c.', 'c.'],
  ])('in the cookie %s', async (_what, before, after) => {
    await freshPage();
    setCookie('gwanje_groups', before);
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    await answerDialog(true);
    expect(getCookie('gwanje_groups')).toBe(after);
  });

  test('shows the alert even if the groups fail to load; later calls load them', async () => {
    const { network, went } = await freshPage();
    network.on(groupLoads, networkDown);
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(useGroups.getState().failed).toBe(true);
    await answerDialog(true);
    expect(went).toEqual(['/main']);
  });

  test('shows only the session dialog if the session is lost too', async () => {
    const { network, went } = await freshPage();
    useSession.setState({ loggedIn: true });
    network.on(groupLoads, () => envelope(9999, {}, 401));
    groupsChanged();
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(dialogCnt()).toBe(1);
    expect(openDialog()?.options.text).toBe('로그인 세션이 만료되었습니다.');
    await answerDialog(true);
    expect(went).toEqual([expect.stringContaining('/login?returnUrl=')]);
  });
});
