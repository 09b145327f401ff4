import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { HostId } from '@gwanje/contract/definition/fields';
import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { describe, expect, test, vi } from 'vitest';
import { call } from '#core/api/client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { loadAllowedGroups, saveGroupSelection } from '#core/groups/groups.ts';
import { currentLanguage, LANGUAGE_KEY } from '#core/i18n/i18n.ts';
import { setNavigation } from '#core/navigation/navigation.ts';
import { REFRESH_KEY, useRefresh } from '#core/refresh/refresh-store.ts';
import { setConditions, useDashboard } from '#core/session/dashboard-conditions-store.ts';
import { checkLogin, logout } from '#core/session/session.ts';
import { useSession } from '#core/session/session-store.ts';
import { beginViewAs } from '#core/session/view-as.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { otherWindow } from '#core/testing/other-window.ts';
import { dialogCnt, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { testUser } from '#core/testing/users.ts';
import { setCookie } from './cookie.ts';

const CHECK = '/api/v1/loginCheck';
const NAMES = '/api/v1/cluster/name-list';
const SUMMARY = '/api/v1/cluster/summary/1';
const user = testUser({ role: 2 });

async function signedInPage(path?: string) {
  const other = otherWindow();
  const page = await freshPage(path);
  page.network.onOther(() => envelope(200, {}));
  page.network.on(CHECK, () => envelope(200, { user }));
  await checkLogin();
  await loadAllowedGroups();
  return { ...page, other };
}

describe('the group selection', () => {
  test('of another window applies at once: clusters load, the dashboard resets, and no request has the former selection', async () => {
    const { network, other } = await signedInPage();
    setConditions({ ...defaultConditions, isAllCluster: false, clusterList: [9] });
    network.on(NAMES, () => envelope(200, { clusterList: [{ hostId: 3, name: 'c' }] }));
    // The cookie becomes visible later.
    other.post({ kind: 'groups', selection: [12] });
    await settleAll();
    expect(useGroups.getState()).toMatchObject({ selectedSubGroupIds: [12], takenCnt: 1 });
    expect(useClusters.getState().clusterList).toHaveLength(1);
    expect(useDashboard.getState().conditions).toEqual(defaultConditions);
    expect(network.requestsOf(NAMES).map(({ url }) => url)).toEqual([`${NAMES}?subGroupIdList=12`]);
  });

  test('of another window is sent even if its message has not arrived yet', async () => {
    const { network } = await signedInPage();
    setCookie('gwanje_groups', 'c.');
    await call(getClusterSummary, { params: { hostId: HostId.parse(1) } });
    expect(network.requestsOf(SUMMARY).map(({ url }) => url)).toEqual([`${SUMMARY}?subGroupIdList=12`]);
  });

  test('of this window is sent to the others', async () => {
    const { other } = await signedInPage();
    await saveGroupSelection([12]);
    expect(other.received.at(-1)).toEqual({ kind: 'groups', selection: [12] });
  });

  test('stays while another window that logs out clears the cookie', async () => {
    const { network } = await signedInPage();
    await saveGroupSelection([12]);
    setCookie('gwanje_groups', '', { lifetimeSeconds: 0 });
    await call(getClusterSummary, { params: { hostId: HostId.parse(1) } });
    expect(network.requestsOf(SUMMARY).at(-1)?.url).toBe(`${SUMMARY}?subGroupIdList=12`);
  });
});

test('the language and the refresh interval of another window apply at once', async () => {
  const { other } = await signedInPage();
  other.store(LANGUAGE_KEY, 'en');
  other.store(REFRESH_KEY, 'off');
  await expect.poll(() => currentLanguage()).toBe('en');
  expect(useRefresh.getState().choice).toBe('off');
});

describe('the session', () => {
  test('a logout in another window leads to the login site without an alert, once the session has ended', async () => {
    const { network, went, other } = await signedInPage('/realtime-detection');
    other.post({ kind: 'logout' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(went).toEqual([]);
    network.on(CHECK, () => envelope(9999, {}, 401));
    await vi.advanceTimersByTimeAsync(500);
    expect(dialogCnt()).toBe(0);
    expect(went).toEqual([expect.stringContaining('/login?returnUrl=')]);
    expect(decodeURIComponent(went[0] ?? '')).toContain('/realtime-detection');
  });

  test('a logout in another window that does not end the session changes nothing', async () => {
    const { went, other } = await signedInPage();
    other.post({ kind: 'logout' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(went).toEqual([]);
    expect(useSession.getState()).toMatchObject({ loggingOut: false, loggedIn: true });
  });

  test('another user in another window reloads the page', async () => {
    const { network, other } = await signedInPage();
    const reload = vi.fn();
    setNavigation({ reload });
    other.post({ kind: 'user', userNo: 7 });
    await settleAll();
    expect(network.requestsOf(CHECK)).toHaveLength(1);
    network.on(CHECK, () => envelope(200, { user: { ...user, userNo: 8 } }));
    other.post({ kind: 'user', userNo: 8 });
    await settleAll();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('a view as another user in another window opens the page for that user', async () => {
    const { went, other } = await signedInPage('/mon/pod/cpu?hostId=1&podId=2');
    other.post({ kind: 'view' });
    await settleAll();
    expect(went).toEqual(['/mon/summary']);
  });

  test('a view as another user is sent to the other windows', async () => {
    const { other } = await signedInPage();
    await beginViewAs(9);
    expect(other.received.at(-1)).toEqual({ kind: 'view' });
  });

  test('an expired session in another window shows the alert here too', async () => {
    const { network, other } = await signedInPage();
    network.on(CHECK, () => envelope(9999, {}, 401));
    other.post({ kind: 'user', userNo: null });
    await settleAll();
    expect(openDialog()?.options.text).toBe('로그인 세션이 만료되었습니다.');
  });

  test('a login, a logout and an expired session are sent to the other windows', async () => {
    const { network, other } = await signedInPage();
    expect(other.received).toEqual([{ kind: 'user', userNo: 7 }]);
    network.on(CHECK, () => envelope(9999, {}, 401));
    await checkLogin();
    expect(other.received.at(-1)).toEqual({ kind: 'user', userNo: null });
    await logout();
    expect(other.received.at(-1)).toEqual({ kind: 'logout' });
  });
});
