import type { User } from '@gwanje/contract/users/users';
import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { describe, expect, test, vi } from 'vitest';
import { getCookie, setCookie } from '#core/browser/cookie.ts';
import { writeStored } from '#core/browser/storage.ts';
import { forgetConfig } from '#core/config.ts';
import { loadClusterNames } from '#core/groups/cluster-list.ts';
import { setConditions, useDashboard } from '#core/session/dashboard-conditions-store.ts';
import { envelope, type FakeNetwork, networkDown, silence, testConfig } from '#core/testing/fake-network.ts';
import { answerDialog, dialogCnt, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { testUser } from '#core/testing/users.ts';
import { checkLogin, checkLoginAtStart, logout, redirectToLogin, startSessionPolling } from './session.ts';
import { useSession } from './session-store.ts';
import { WALLBOARD_KEY } from './wallboard.ts';

const CHECK = '/api/v1/loginCheck';
const user = testUser({ userId: 'total', name: '전체', role: 1 });
const roleList = [{ role: 2, name: 'user' }];
const logo = { id: 1, imgUrl: '/logo.png' };
const LOGIN = 'https://login.example.test/login?returnUrl=';

function signedIn(network: FakeNetwork, who: User = user): void {
  network.on(CHECK, () => envelope(200, { user: who }));
  network.on(`/api/v1/user/${who.userNo}`, () => envelope(200, { user: who, grantList: [] }));
  network.on('/api/v1/logo', () => envelope(200, { logo }));
  network.on('/api/v1/role/list', () => envelope(200, { roleList }));
}

async function signedInPage(path?: string) {
  const page = await freshPage(path);
  signedIn(page.network);
  await checkLogin();
  return page;
}

describe('the login check', () => {
  test('loads user, logo and role list in parallel, and stores them', async () => {
    const { network } = await freshPage();
    signedIn(network);
    let answer: (response: Response) => void = () => undefined;
    network.on('/api/v1/user/7', () => new Promise((resolve) => (answer = resolve)));
    const checked = checkLogin();
    await settleAll();
    const urls = [CHECK, '/api/v1/logo', '/api/v1/role/list', '/api/v1/user/7'];
    expect(network.requests.map(({ url }) => url).sort()).toEqual(urls.sort());
    expect(useSession.getState()).toMatchObject({ loggedIn: true, checking: true, logo, roleList });
    answer(envelope(200, { user, grantList: [] }));
    await checked;
    expect(useSession.getState()).toMatchObject({ user, loggedIn: true, checking: false, logo, roleList });
  });

  test('succeeds without logo, roles or user details', async () => {
    const { network, warnings } = await freshPage();
    network.on(CHECK, () => envelope(200, { user }));
    for (const path of ['/api/v1/user/7', '/api/v1/logo', '/api/v1/role/list']) network.on(path, networkDown);
    await expect(checkLogin()).resolves.toBe(true);
    expect(useSession.getState()).toMatchObject({ user, loggedIn: true, logo: null, roleList: [] });
    expect(warnings).toHaveBeenCalledTimes(3);
  });

  test('runs once for simultaneous callers', async () => {
    const { network } = await freshPage();
    signedIn(network);
    await Promise.all([checkLogin(), checkLogin()]);
    expect(network.requestsOf(CHECK)).toHaveLength(1);
  });

  test.each([
    ['9999', () => envelope(9999, {}, 401)],
    ['no user', () => envelope(200, {})],
    ['no data', () => envelope(200)],
  ])(
    'on a first visit, a response with %s goes to the login site without an alert',
    async (_what, answer) => {
      const { network, went } = await freshPage('/mon/pod-list?hostId=3');
      network.on(CHECK, answer);
      await expect(checkLogin()).resolves.toBe(false);
      await settleAll();
      expect(dialogCnt()).toBe(0);
      expect(went).toEqual([
        `${LOGIN}${encodeURIComponent(`${window.location.origin}/mon/pod-list?hostId=3`)}`,
      ]);
    },
  );

  test.each([
    ['9999', () => envelope(9999, {}, 401)],
    ['no user', () => envelope(200, {})],
  ])(
    'later, a response with %s clears the user and shows an alert before the login site',
    async (_what, answer) => {
      const { network, went } = await signedInPage();
      network.on(CHECK, answer);
      await expect(checkLogin()).resolves.toBe(false);
      expect(useSession.getState()).toMatchObject({ user: null, loggedIn: false, checking: false });
      const expected = { kind: 'alert', options: { text: '로그인 세션이 만료되었습니다.' } };
      expect(openDialog()).toMatchObject(expected);
      expect(went).toEqual([]);
      await answerDialog(true);
      expect(went).toHaveLength(1);
    },
  );

  test('without a response does not log out', async () => {
    const { network, went } = await signedInPage();
    network.on(CHECK, networkDown);
    await expect(checkLogin()).rejects.toMatchObject({ kind: 'transport' });
    expect(useSession.getState()).toMatchObject({ user, loggedIn: true, checking: false });
    expect([dialogCnt(), went]).toEqual([0, []]);
  });

  test.each([
    ['/main', CHECK],
    ['/custom-main', CHECK],
    ['/realtime-detection', `${CHECK}?keepAlive=Y`],
  ])('on %s requests %s', async (path, url) => {
    const { network } = await signedInPage(path);
    expect(network.requestsOf(CHECK)[0]?.url).toBe(url);
  });

  test.each([
    ['/custom-main?board=a&wall=1', `${CHECK}?keepAlive=Y`],
    ['/custom-main?board=a', CHECK],
    ['/main?wall=1', CHECK],
  ])('on %s in a browser in full screen mode requests %s', async (path, url) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: fullscreen)' }));
    const { network } = await signedInPage(path);
    expect(network.requestsOf(CHECK)[0]?.url).toBe(url);
  });

  test('on a full-screen wallboard counts as activity', async () => {
    const page = await freshPage('/custom-main');
    signedIn(page.network);
    Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true });
    await checkLogin();
    Reflect.deleteProperty(document, 'fullscreenElement');
    expect(page.network.requestsOf(CHECK)[0]?.url).toBe(`${CHECK}?keepAlive=Y`);
  });
});

describe('the login check of a page that starts', () => {
  test.each([
    ['a response with 500', () => envelope(999, {}, 500)],
    ['a response of a proxy', () => new Response('Bad Gateway', { status: 502 })],
    ['no connection', networkDown],
  ])(
    'after %s is repeated three times within 10 s, then the page goes to the login site',
    async (_what, answer) => {
      const { network, went } = await freshPage('/main');
      network.on(CHECK, answer);
      const started = checkLoginAtStart();
      await vi.advanceTimersByTimeAsync(2_500);
      expect(useSession.getState().startFailing).toBe(true);
      await vi.advanceTimersByTimeAsync(7_400);
      expect(network.requestsOf(CHECK)).toHaveLength(4);
      expect(went).toEqual([]);
      await vi.advanceTimersByTimeAsync(100);
      await expect(started).resolves.toBe(false);
      expect(went).toEqual([`${LOGIN}${encodeURIComponent(`${window.location.origin}/main`)}`]);
    },
  );

  test.each([
    ['a busy server', () => new Response('', { status: 503, headers: { 'retry-after': '60' } })],
    ['no response', silence],
  ])('waits 10 s for %s, then the page goes to the login site', async (_what, answer) => {
    const { network, went } = await freshPage('/main');
    network.on(CHECK, answer);
    const started = checkLoginAtStart();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(useSession.getState().startFailing).toBe(true);
    await vi.advanceTimersByTimeAsync(7_400);
    expect([network.requestsOf(CHECK).length, went.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(100);
    await expect(started).resolves.toBe(false);
    expect(went).toHaveLength(1);
  });

  test('continues with an answer that takes 9 s', async () => {
    const { network, went } = await freshPage();
    signedIn(network);
    network.on(
      CHECK,
      () => new Promise((resolve) => setTimeout(() => resolve(envelope(200, { user })), 9_000)),
    );
    const started = checkLoginAtStart();
    await vi.advanceTimersByTimeAsync(9_000);
    await expect(started).resolves.toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(useSession.getState()).toMatchObject({ loggedIn: true, startFailing: false });
    expect([network.requestsOf(CHECK).length, went.length]).toEqual([1, 0]);
  });

  test('of a wallboard is repeated until the server answers', async () => {
    const { network, went } = await freshPage('/custom-main');
    writeStored('local', WALLBOARD_KEY, '1');
    network.on(CHECK, networkDown);
    const started = checkLoginAtStart();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(went).toEqual([]);
    signedIn(network);
    await vi.advanceTimersByTimeAsync(2_500);
    await expect(started).resolves.toBe(true);
    expect(went).toEqual([]);
  });

  test('continues if a repetition succeeds', async () => {
    const { network, went } = await freshPage();
    network.on(CHECK, () => envelope(999, {}, 500));
    const started = checkLoginAtStart();
    await vi.advanceTimersByTimeAsync(5_100);
    signedIn(network);
    await vi.advanceTimersByTimeAsync(2_500);
    await expect(started).resolves.toBe(true);
    expect(useSession.getState()).toMatchObject({ loggedIn: true, startFailing: false });
    expect(went).toEqual([]);
  });

  test('with 9999 goes to the login site at once', async () => {
    const { network, went } = await freshPage();
    network.on(CHECK, () => envelope(9999, {}, 401));
    await expect(checkLoginAtStart()).resolves.toBe(false);
    await settleAll();
    expect([network.requestsOf(CHECK).length, went.length]).toEqual([1, 1]);
  });
});

test('many calls that fail at once show one alert and redirect once', async () => {
  const { network, went } = await signedInPage();
  network.on('/api/v1/cluster/name-list', () => envelope(9999, {}, 401));
  await Promise.all([loadClusterNames(), loadClusterNames(), loadClusterNames()]);
  expect(dialogCnt()).toBe(1);
  await loadClusterNames();
  expect(dialogCnt()).toBe(1);
  await answerDialog(true);
  await loadClusterNames();
  expect(dialogCnt()).toBe(0);
  expect(went).toHaveLength(1);
});

test('if the address of the login site fails to load, the user can retry', async () => {
  const { network, went } = await freshPage();
  network.on('/config.json', networkDown);
  network.on(CHECK, () => envelope(9999, {}, 401));
  await checkLogin();
  await settleAll();
  expect(openDialog()?.options.text).toContain('로그인 사이트의 주소');
  await answerDialog(true);
  expect(dialogCnt()).toBe(1);
  network.on('/config.json', () => new Response(JSON.stringify(testConfig)));
  await answerDialog(true);
  expect(went).toHaveLength(1);
});

/** Five minutes, as specified. */
const RECHECK_MS = 300_000;

describe('polling', () => {
  const checks = (network: FakeNetwork) => network.requestsOf(CHECK).length;

  test('checks every five minutes while the user is logged in', async () => {
    const { network } = await signedInPage();
    startSessionPolling();
    startSessionPolling();
    await vi.advanceTimersByTimeAsync(RECHECK_MS - 1);
    expect(checks(network)).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(checks(network)).toBe(2);
    await vi.advanceTimersByTimeAsync(2 * RECHECK_MS);
    expect(checks(network)).toBe(4);
  });

  test('sends no requests that count as activity if the user is unchanged', async () => {
    const { network } = await signedInPage();
    startSessionPolling();
    const before = network.requests.length;
    await vi.advanceTimersByTimeAsync(RECHECK_MS);
    expect(network.requests.slice(before).map(({ url }) => url)).toEqual([CHECK]);
  });

  test('reloads user and roles when the user was changed', async () => {
    const { network } = await signedInPage();
    startSessionPolling();
    signedIn(network, { ...user, role: 3, version: 2 });
    await vi.advanceTimersByTimeAsync(RECHECK_MS);
    expect(network.requestsOf('/api/v1/role/list')).toHaveLength(2);
    expect(useSession.getState().user?.role).toBe(3);
  });

  test('starts no second check while one is running, and continues', async () => {
    const { network } = await signedInPage();
    startSessionPolling();
    network.on(CHECK, silence);
    await vi.advanceTimersByTimeAsync(RECHECK_MS - 10_000);
    const running = checkLogin().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(checks(network)).toBe(2);
    await vi.advanceTimersByTimeAsync(20_000);
    await running;
    signedIn(network);
    // The interval starts at the tick that found the check running, not at the end of that check.
    await vi.advanceTimersByTimeAsync(RECHECK_MS - 20_000);
    expect(checks(network)).toBe(3);
  });

  test('continues after a check without a response', async () => {
    const { network } = await signedInPage();
    startSessionPolling();
    network.on(CHECK, networkDown);
    await vi.advanceTimersByTimeAsync(2 * RECHECK_MS);
    expect(checks(network)).toBe(3);
  });

  test('stops when the user is no longer logged in', async () => {
    const { network } = await signedInPage();
    startSessionPolling();
    network.on(CHECK, () => envelope(9999, {}, 401));
    await vi.advanceTimersByTimeAsync(5 * RECHECK_MS);
    expect(checks(network)).toBe(2);
  });
});

test('logout clears the group cookies and the dashboard, and goes to the logout page of the portal', async () => {
  const { network, went } = await signedInPage('/setting/user');
  setCookie('gwanje_groups', 'b.');
  setCookie('gwanje_groups_2', 'c.');
  setConditions({ ...defaultConditions, objectType: 'node' });
  await logout();
  expect(useSession.getState().loggingOut).toBe(true);
  expect([getCookie('gwanje_groups'), getCookie('gwanje_groups_2')]).toEqual([undefined, undefined]);
  expect(useDashboard.getState().conditions).toEqual(defaultConditions);
  expect(went).toEqual([
    `https://login.example.test/logout?returnUrl=${encodeURIComponent(`${window.location.origin}/`)}`,
  ]);
  network.on(CHECK, () => envelope(9999, {}, 401));
  await expect(checkLogin()).resolves.toBe(false);
  expect([dialogCnt(), went.length]).toEqual([0, 1]);
});

test('logout and login carry the keys that prove the console to the login site', async () => {
  const { network, went, referrers } = await signedInPage();
  network.on('/config.json', () => new Response(JSON.stringify({ ...testConfig, browserKey: 'of-browser' })));
  forgetConfig();
  useSession.setState({ logoutKey: 'of-session' });
  await logout();
  await redirectToLogin();
  expect(went.map((url) => [...new URL(url).searchParams].at(-1))).toEqual([
    ['confirm', 'of-session'],
    ['browser', 'of-browser'],
  ]);
  expect(referrers).toEqual(['same-origin', 'origin']);
});

test('loggingOut is false after a page load', async () => {
  await signedInPage();
  await logout();
  await freshPage();
  expect(useSession.getState()).toMatchObject({ loggingOut: false, loggedIn: false, user: null });
});
