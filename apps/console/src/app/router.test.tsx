import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { closeDialog, useDialogs } from '#core/dialogs/dialog-store.ts';
import { groupsChanged } from '#core/groups/group-change.ts';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { navigateTo, setNavigation } from '#core/navigation/navigation.ts';
import { readDashboard, setExpandOptions, useDashboard } from '#core/session/dashboard-conditions-store.ts';
import { startCore } from '#core/start.ts';
import { envelope, type FakeNetwork, fakeNetwork, networkDown } from '#core/testing/fake-network.ts';
import { resetStores } from '#core/testing/reset-stores.ts';
import { testUser } from '#core/testing/users.ts';
import { forgetSessionStart } from './guards/session-start.ts';
import { createConsoleRouter } from './router.tsx';

const user = testUser({ userId: 'total', name: '홍길동', role: 1 });

function Heading({ text }: { readonly text: string }) {
  return <h1>{text}</h1>;
}

function page(path: string, name: string, options: Partial<RouteDeclaration> = {}): RouteDeclaration {
  const load = async () => ({ Page: Heading.bind(undefined, { text: name }) });
  return { path, name, titleKey: 'routes.main', load, ...options };
}

/** The target of a path that is known only after a call. */
const platform = Promise.withResolvers<string>();

const feature: FeatureManifest = {
  name: 'test',
  routes: [
    page('/main', 'main'),
    page('/event-list', 'eventList'),
    page('/mon/summary', 'monSummary', { needs: ['hostId'], worksWithoutClusters: true }),
    page('/mon/node-list', 'monNodeList', { needs: ['hostId'] }),
    page('/mon/pod/cpu', 'monPodCpu', { needs: ['hostId', 'podId'] }),
    { path: '/mon/pod', name: 'monPod', redirectTo: '/mon/pod/cpu' },
    { path: '/setting', name: 'setting', redirectTo: () => platform.promise },
    page('/setting/user', 'settingUser'),
    page('/alarm-list', 'alarmList', { load: () => Promise.reject(new TypeError('Failed to fetch')) }),
    page('/realtime-detection', 'realtimeDetection', { isBare: true }),
  ],
};

function clusterOf(hostId: number) {
  return { hostId, name: `c${hostId}`, metaGroupId: 1, subGroupId: 11 };
}

interface Situation {
  readonly role?: 1 | 2 | 3;
  readonly hostIds?: number[];
  readonly prepare?: (network: FakeNetwork) => void;
}

/** Opens the path in a new window. */
async function openAt(path: string, { role = 1, hostIds = [7, 8], prepare }: Situation = {}) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // React logs errors that a boundary catches; jsdom has no scrolling.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  await resetStores();
  forgetSessionStart();
  window.history.replaceState(null, '', path);
  const network = fakeNetwork();
  const clusterList = hostIds.map((hostId) => clusterOf(hostId));
  network.on('/api/v1/loginCheck', () => envelope(200, { user: { ...user, role } }));
  network.on('/api/v1/user/2', () => envelope(200, { user: { ...user, role }, grantList: [] }));
  network.on('/api/v1/logo', () => envelope(200, { logo: null }));
  network.on('/api/v1/role/list', () => envelope(200, { roleList: [] }));
  network.on('/api/v1/cluster/name-list', () => envelope(200, { clusterList }));
  network.on('/api/v1/pod/info/3', () => envelope(200, { podId: 3, hostId: 7 }));
  network.on('/api/v1/pod/info/4', () => envelope(8003, {}, 404));

  prepare?.(network);

  useDashboard.setState(readDashboard());
  const end = startCore();
  const router = createConsoleRouter([feature]);
  const left: string[] = [];
  const reloaded: string[] = [];
  setNavigation({ leaveTo: (url) => void left.push(url), reload: () => void reloaded.push(address()) });
  ended.push(end, () => router.history.destroy());
  render(
    <HeadlessMantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </HeadlessMantineProvider>,
  );

  return {
    network,
    router,
    left,
    reloaded,
    navigateTo,
    loseGroups: groupsChanged,
    dialogs: () => useDialogs.getState().queue.map((dialog) => dialog.options.text),
    closeDialog: (isConfirmed = false) =>
      act(async () => useDialogs.getState().queue.forEach(({ id }) => void closeDialog(id, isConfirmed))),
    // A refused navigation never settles.
    go: (href: string) => act(async () => void router.navigate({ href })),
    fold: () => setExpandOptions({ ...useDashboard.getState().expand, isAzureExpand: false }),
    isFolded: () => !useDashboard.getState().expand.isAzureExpand,
  };
}

const ended: (() => void)[] = [];
const invalid = /해당 페이지를 조회할 수 없습니다/;

function address(): string {
  return window.location.pathname + window.location.search;
}

async function shows(heading: string) {
  await screen.findByRole('heading', { level: 1, name: heading });
}

afterEach(() => {
  cleanup();
  for (const end of ended.splice(0)) end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a first load', () => {
  it('of / redirects to /main and keeps the query', async () => {
    await openAt('/?objectType=node');
    await shows('main');
    expect(address()).toBe('/main?objectType=node');
  });

  it('of a parent path redirects to its first child and keeps the query', async () => {
    await openAt('/mon/pod?hostId=7&podId=3');
    await shows('monPodCpu');
    expect(address()).toBe('/mon/pod/cpu?hostId=7&podId=3');
  });

  it('of a path whose target is not known yet shows a loading state, and opens no page before it', async () => {
    await openAt('/setting');
    expect(await screen.findAllByText(/불러오는 중/)).not.toEqual([]);
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    platform.resolve('/setting/user');
    await shows('settingUser');
  });

  it('without a session goes to the login site with the return address, and renders no page', async () => {
    const { left, dialogs } = await openAt('/main', {
      prepare: (network) => network.on('/api/v1/loginCheck', () => envelope(9999, {}, 401)),
    });
    await waitFor(() => expect(left).toHaveLength(1));
    expect(left[0]).toContain('/login?returnUrl=');
    expect(dialogs()).toEqual([]);
  });

  it('of an invalid address goes home with the alert', async () => {
    const { dialogs } = await openAt('/mon/pod/cpu?hostId=7&podId=4');
    await shows('main');
    expect(dialogs()).toEqual([expect.stringMatching(invalid)]);
  });

  it.each([
    ['by a reload keeps', 'reload', true],
    ['by its address resets', 'navigate', false],
  ])('of main %s the folded sections', async (_how, type, expected) => {
    Object.defineProperty(performance, 'getEntriesByType', { value: () => [{ type }], configurable: true });
    ended.push(() => Reflect.deleteProperty(performance, 'getEntriesByType'));
    const folded = JSON.stringify({ isAzureExpand: false });
    const { isFolded } = await openAt('/main', {
      prepare: () => window.sessionStorage.setItem('dashboardExpandOptions', folded),
    });
    await shows('main');
    expect(isFolded()).toBe(expected);
  });

  it('without clusters opens the summary with a notice', async () => {
    await openAt('/mon/summary', { hostIds: [] });
    await screen.findByText('선택한 그룹에 클러스터가 없습니다');
    expect(screen.queryByRole('heading', { level: 1, name: 'monSummary' })).toBeNull();
    expect(address()).toBe('/mon/summary');
  });

  it('of an unknown path shows the error page under the header', async () => {
    await openAt('/no/such');
    await shows('페이지를 찾을 수 없음');
    expect(screen.getByRole('banner')).toBeDefined();
    expect(document.title).toBe('페이지를 찾을 수 없음 · 관제');
  });

  it('of the realtime window shows no header', async () => {
    await openAt('/realtime-detection');
    await shows('realtimeDetection');
    expect(screen.queryByRole('banner')).toBeNull();
  });

  it('shows that the login could not be checked, and continues when a repetition succeeds', async () => {
    const { network } = await openAt('/main', {
      prepare: (down) => down.on('/api/v1/loginCheck', networkDown),
    });
    await screen.findByText('로그인 상태를 확인하지 못했습니다');
    network.on('/api/v1/loginCheck', () => envelope(200, { user }));
    await shows('main');
  });
});

describe('inside the console', () => {
  it('an invalid address keeps the page and its address', async () => {
    const { go, dialogs } = await openAt('/event-list');
    await shows('eventList');
    const entries = window.history.length;
    await go('/mon/node-list?hostId=9');
    await waitFor(() => expect(dialogs()).toEqual([expect.stringMatching(invalid)]));
    expect(address()).toBe('/event-list');
    expect(window.history.length).toBe(entries);
    await shows('eventList');
  });

  describe('a link to an allowed cluster outside the selected groups', () => {
    /** The second group has the cluster 20; the first is selected. */
    async function openBesideOtherGroup() {
      // biome-ignore lint/suspicious/noDocumentCookie: the selection of an earlier visit
      document.cookie = 'gwanje_groups=b.; path=/';
      ended.push(() => {
        // biome-ignore lint/suspicious/noDocumentCookie: removes it
        document.cookie = 'gwanje_groups=; path=/; max-age=0';
      });
      const other = { hostId: 20, name: 'other', metaGroupId: 1, subGroupId: 12 };
      const answer = ({ url }: { url: string }) =>
        envelope(200, { clusterList: url.includes('12') ? [other] : [{ ...other, hostId: 7 }] });
      const prepare = (network: FakeNetwork) => network.on('/api/v1/cluster/name-list', answer);
      const opened = await openAt('/event-list', { prepare });
      await shows('eventList');
      void opened.router.navigate({ href: '/mon/node-list?hostId=20' });
      await waitFor(() => expect(opened.dialogs()).toEqual([expect.stringContaining('other 클러스터는')]));
      return opened;
    }

    it('opens after the user has added its group to the selection', async () => {
      const { closeDialog } = await openBesideOtherGroup();
      await closeDialog(true);
      await shows('monNodeList');
      expect(address()).toBe('/mon/node-list?hostId=20');
      expect(document.cookie).toContain('gwanje_groups=all');
    });

    it('keeps the page and the selection if the user does not want the group', async () => {
      const { closeDialog, dialogs } = await openBesideOtherGroup();
      await closeDialog(false);
      await shows('eventList');
      expect([address(), dialogs()]).toEqual(['/event-list', []]);
      expect(document.cookie).toContain('gwanje_groups=b.');
    });
  });

  it('a slow check does not replace a page that the user opened meanwhile', async () => {
    const { go, network, router } = await openAt('/event-list');
    await shows('eventList');
    let answer: (response: Response) => void = () => undefined;
    network.on('/api/v1/pod/info/3', () => new Promise((resolve) => (answer = resolve)));
    void router.navigate({ href: '/mon/pod/cpu?hostId=7&podId=3' });
    await waitFor(() => expect(network.requestsOf('/api/v1/pod/info/3')).toHaveLength(1));
    await go('/main');
    await shows('main');
    await act(async () => answer(envelope(200, { podId: 3, hostId: 7 })));
    await shows('main');
    expect(address()).toBe('/main');
  });

  it('a page without permission shows a confirm dialog, and every answer goes home', async () => {
    const { go, dialogs, closeDialog } = await openAt('/event-list', { role: 2 });
    await shows('eventList');
    await go('/setting/user');
    await waitFor(() => expect(dialogs()).toEqual(['해당 경로에 대한 접근 권한이 없습니다.']));
    await closeDialog();
    await shows('main');
    expect(address()).toBe('/main');
  });

  it('preloading a link shows no dialog', async () => {
    const { router, dialogs, network } = await openAt('/event-list', { role: 2 });
    await shows('eventList');
    await act(async () => {
      await router.preloadRoute({ to: '/setting/user' });
      await router.preloadRoute({ to: '/mon/pod/cpu', search: { hostId: '7', podId: '4' } });
    });
    expect(dialogs()).toEqual([]);
    expect(network.requestsOf('/api/v1/pod/info/4')).toEqual([]);
    expect(address()).toBe('/event-list');
  });

  it('entering main from another page resets the dashboard, staying on main does not', async () => {
    const { go, fold, isFolded } = await openAt('/main');
    await shows('main');
    fold();
    await go('/main?objectType=node');
    await waitFor(() => expect(address()).toBe('/main?objectType=node'));
    expect(isFolded()).toBe(true);
    await go('/event-list');
    await shows('eventList');
    await go('/main');
    await shows('main');
    expect(isFolded()).toBe(false);
  });

  it('a failed load of the clusters offers a retry instead of the notice for no clusters', async () => {
    const { network } = await openAt('/mon/summary?hostId=7', {
      prepare: (down) => down.on('/api/v1/cluster/name-list', networkDown),
    });
    const retry = await screen.findByRole('button', { name: '재시도' });
    const clusterList = [clusterOf(7)];
    network.on('/api/v1/cluster/name-list', () => envelope(200, { clusterList }));
    await act(async () => retry.click());
    await shows('monSummary');
  });

  it('a page module that fails to load causes a reload of the target page', async () => {
    const { go, reloaded } = await openAt('/event-list');
    await shows('eventList');
    await go('/alarm-list?level=5');
    await waitFor(() => expect(reloaded).toEqual(['/alarm-list?level=5']));
    expect(screen.queryByText(/페이지의 일부를 불러오지 못했습니다/)).toBeNull();
  });

  it('a page module that fails again after the reload shows an error page', async () => {
    const { go, reloaded } = await openAt('/event-list');
    await shows('eventList');
    const before = JSON.stringify({ path: '/alarm-list', atMs: Date.now() });
    window.sessionStorage.setItem('chunkReload', before);
    await go('/alarm-list');
    await screen.findByText(/페이지의 일부를 불러오지 못했습니다/);
    expect(screen.getByRole('banner')).toBeDefined();
    expect(reloaded).toEqual([]);
  });

  it('losing the last group shows an alert, then the empty state of the summary', async () => {
    const { network, loseGroups, dialogs, closeDialog } = await openAt('/mon/summary?hostId=7', { role: 2 });
    await shows('monSummary');
    network.on('/api/v1/group-name/list', () => envelope(200, { groupNameList: [] }));
    network.on('/api/v1/cluster/name-list', () => envelope(200, { clusterList: [] }));
    loseGroups();
    await waitFor(() => expect(dialogs()).toEqual([expect.stringMatching(/그룹 권한이 변경/)]));
    await closeDialog();
    await screen.findByText('볼 수 있는 그룹이 없습니다');
    expect(screen.getByText(/관리자에게 그룹 권한을 요청해 주세요/)).toBeDefined();
    expect(screen.getByRole('button', { name: /^그룹 선택/ }).textContent).toContain('허용된 그룹 없음');
    expect([address(), dialogs()]).toEqual(['/mon/summary', []]);
  });

  it('a page that stays after a change of groups keeps its query', async () => {
    const { navigateTo, go } = await openAt('/event-list?filter=x&pageNo=2');
    await shows('eventList');
    await act(() => navigateTo('/event-list?filter=x&pageNo=2'));
    expect(address()).toBe('/event-list?filter=x&pageNo=2');
    await go('/mon/summary?hostId=8');
    await shows('monSummary');
    await act(() => navigateTo('/mon/summary'));
    await waitFor(() => expect(address()).toBe('/mon/summary?hostId=7'));
  });
});
