import { saveViewOption } from '@gwanje/contract/dashboard/view-options';
import { UserNo } from '@gwanje/contract/definition/fields';
import { listGroupNames } from '@gwanje/contract/users/groups';
import type { User } from '@gwanje/contract/users/users';
import { expect, test, vi } from 'vitest';
import { call } from '#core/api/client.ts';
import { getCookie, setCookie } from '#core/browser/cookie.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { loadAllowedGroups, saveGroupSelection } from '#core/groups/groups.ts';
import { setNavigation } from '#core/navigation/navigation.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { answerDialog, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { testUser } from '#core/testing/users.ts';
import { checkLogin } from './session.ts';
import { useSession } from './session-store.ts';
import { beginViewAs, endViewAs } from './view-as.ts';

const VIEW = '/api/v1/view-as';
const admin = testUser({ userId: 'total', name: '전체', role: 1 });
const seen: User = { ...admin, userNo: UserNo.parse(9), userId: 'user', name: '운영자', role: 2 };
const viewedBy = { userNo: admin.userNo, userId: admin.userId, name: admin.name };
const subGroupNameList = [
  { subGroupId: 11, subGroupName: '운영' },
  { subGroupId: 12, subGroupName: '개발' },
];
const groupNameList = [{ metaGroupId: 1, metaGroupName: '커머스', subGroupNameList }];

function signedIn(network: FakeNetwork, user: User, by: typeof viewedBy | null): void {
  network.on('/api/v1/loginCheck', () => envelope(200, { user, viewedBy: by }));
  network.on(`/api/v1/user/${user.userNo}`, () => envelope(200, { user, grantList: [] }));
  network.on('/api/v1/logo', () => envelope(200, { logo: null }));
  network.on('/api/v1/role/list', () => envelope(200, { roleList: [] }));
  network.on('/api/v1/group-name/list', () => envelope(200, { groupNameList }));
  network.on('/api/v1/cluster/name-list', () => envelope(200, { clusterList: [] }));
  network.on(VIEW, () => envelope(200, {}));
}

async function viewingPage(path?: string) {
  const page = await freshPage(path);
  signedIn(page.network, seen, viewedBy);
  await checkLogin();
  return page;
}

test('a view starts on the dashboard and ends on the page where it started', async () => {
  const { network, went } = await freshPage('/setting/user?userNo=9');
  signedIn(network, admin, null);
  await checkLogin();
  await beginViewAs(9);
  expect(network.requestsOf(VIEW).map(({ method, body }) => [method, body])).toEqual([
    ['POST', JSON.stringify({ userNo: 9 })],
  ]);
  expect(went).toEqual(['/main']);
  await endViewAs();
  expect(network.requestsOf(VIEW).at(-1)?.method).toBe('DELETE');
  expect(went).toEqual(['/main', '/setting/user?userNo=9']);
});

test('a window that was opened meanwhile returns to the start page', async () => {
  const { went } = await viewingPage('/alarm-list');
  await endViewAs();
  expect(went).toEqual(['/main']);
});

test('the session has the viewed user and the admin', async () => {
  await viewingPage();
  expect(useSession.getState()).toMatchObject({ user: { userId: 'user' }, viewedBy, loggedIn: true });
});

test('a view refuses changes with a reason', async () => {
  const { network } = await viewingPage();
  const before = network.requests.length;
  const save = call(saveViewOption, { params: { type: 'x' }, body: {} });
  await expect(save).rejects.toMatchObject({ code: 8010, wasShown: false });
  await expect(save).rejects.toThrow('그만 보기');
  expect(network.requests).toHaveLength(before);
});

test("a view starts with all groups of the viewed user and does not change the admin's cookie", async () => {
  setCookie('gwanje_groups', 'x');
  const { network } = await freshPage();
  setCookie('gwanje_groups', 'b.');
  signedIn(network, seen, viewedBy);
  await checkLogin();
  await loadAllowedGroups();
  expect(useGroups.getState().selectedSubGroupIds).toEqual([11, 12]);
  await saveGroupSelection([12]);
  expect(useGroups.getState().selectedSubGroupIds).toEqual([12]);
  expect(getCookie('gwanje_groups')).toBe('b.');
});

test('a view that the server ended shows one alert and returns to the page where it started', async () => {
  const { network, went } = await viewingPage('/main');
  network.on('/api/v1/group-name/list', () => envelope(8011, { reason: 'notActive' }, 403));
  await Promise.allSettled([call(listGroupNames), call(listGroupNames)]);
  await settleAll();
  expect(network.requestsOf(VIEW)).toHaveLength(1);
  expect(openDialog()?.options.text).toContain('다른 사용자로 보기를 끝냈습니다');
  await answerDialog(true);
  expect([openDialog(), went]).toEqual([undefined, ['/main']]);
});

test('the page reloads when the next login check finds a view that another window started', async () => {
  const { network } = await freshPage();
  const reload = vi.fn();
  setNavigation({ reload });
  signedIn(network, admin, null);
  await checkLogin();
  signedIn(network, seen, viewedBy);
  await expect(checkLogin()).resolves.toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(useSession.getState().user?.userId).toBe('total');
});
