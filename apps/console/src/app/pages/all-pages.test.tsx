import { encodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { UserNo } from '@gwanje/contract/definition/fields';
import { endpoints } from '@gwanje/kinds/endpoints';
import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { isRedirect, type RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { useSession } from '#core/session/session-store.ts';
import { startCore } from '#core/start.ts';
import {
  envelope,
  type FakeNetwork,
  fakeNetwork,
  type SentRequest,
  silence,
} from '#core/testing/fake-network.ts';
import { type SampleOptions, sampleOf } from '#core/testing/sample.ts';
import { stubScreen } from '#core/testing/screen.ts';
import { testUser } from '#core/testing/users.ts';
import { features } from '../features.ts';
import { createConsoleRouter } from '../router.tsx';

/*
 * Opens every page with responses made from the schemas of the endpoints: all requests pending and then failed, all
 * lists empty, all lists with a row. The tests of the features check the content.
 */

const admin = testUser({ userNo: UserNo.parse(1), role: 1, isKeyUser: 'Y' });
const viewedBy = { userNo: UserNo.parse(9), userId: 'key', name: '대표' };

const declared = features.flatMap(({ routes }) => routes);
const pages = declared
  .filter((route): route is RouteDeclaration => !isRedirect(route))
  // The wallboard entry is for screens without a user. /mon has the content of /mon/summary.
  .filter(({ isOpen, path }) => !isOpen && path !== '/mon');
const byPath = pages.map((page) => [page.path, page] as const);

/**
 * Pages that share a component with another page: metric tabs, manifests, settings of kinds, alarm items, platforms.
 * The test opens them only with content.
 */
const DECLARED =
  /^\/mon\/[\w-]+\/(pod-)?(mem|disk|network|blockIO)$|^\/mon\/(?!pod)\w+\/manifest$|^\/setting\/(mon\/(pod|volume|pvc|workload|autoscaler)-list|alarm\/(pod|workload|autoscaler)-item|host\/agent-install\/(eks|gke|onprem))$/;

function pagesWithout(paths: readonly string[]) {
  const unknown = paths.filter((path) => !pages.some((page) => page.path === path));
  if (unknown.length > 0) throw new Error(`no page ${unknown}`);
  return byPath.filter(([path]) => !paths.includes(path) && !DECLARED.test(path));
}

/** Pages without a loading state: the guard has loaded their data. */
const LOADED = ['/setting/alarm/volume-item', '/setting/alarm/pvc-item', '/setting/group/sub'];
/** Pages of one object that have no list. The alarm settings of a cluster list its event alarms. */
const WITHOUT_LIST = pages
  .map(({ path }) => path)
  .filter((path) => /^\/setting\/alarm\/(?!cluster)\w+-item$/.test(path));
/** Forms for new objects show their fields at once. */
const FORMS = ['/setting/host/cluster-create', '/setting/user/registration'];

/** Pages whose object the guard has loaded before. */
const GUARD_CALLS: readonly Endpoint[] = [
  endpoints.getNode,
  endpoints.getPod,
  endpoints.getContainer,
  endpoints.getWorkload,
  endpoints.getNamespace,
  endpoints.getService,
  endpoints.getIngress,
  endpoints.getAutoscaler,
  endpoints.getDisruptionBudget,
  endpoints.getQuota,
  endpoints.getNodeHistory,
  endpoints.getVolumeAlarmSetting,
  endpoints.getClaimAlarmSetting,
  endpoints.getSubGroup,
];

const patterns = Object.values<Endpoint>(endpoints)
  .map((endpoint) => ({
    endpoint,
    path: new RegExp(`^/api/v1${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`),
    paramCnt: endpoint.path.split(':').length,
  }))
  .sort((a, b) => a.paramCnt - b.paramCnt);

function endpointOf({ method, url }: SentRequest): Endpoint {
  const [path = ''] = url.split('?');
  const found = patterns.find((one) => one.endpoint.method === method && one.path.test(path));
  if (!found) throw new Error(`no call ${method} ${path}`);
  return found.endpoint;
}

function answerOf(endpoint: Endpoint, options: SampleOptions): Response | Promise<Response> {
  if (endpoint === endpoints.openStream || endpoint === endpoints.openLog) return silence();
  if (endpoint === endpoints.getDashboardObjects)
    return new Response(
      encodeDashboardObjects({
        serverTime: new Date().toISOString(),
        isTruncated: false,
        followingCnt: 0,
        groupList: [],
        id: new Uint32Array(),
        name: [],
        row: new Uint32Array(),
        group: new Uint32Array(),
        value: new Float32Array(),
        monResult: new Uint8Array(),
        isStale: new Uint8Array(),
      }),
    );
  const sample = Object.assign({}, sampleOf(endpoint.response, options));
  return envelope(endpoint.success, 'totalCnt' in sample ? { ...sample, totalCnt: options.rowCnt } : sample);
}

/** The responses of the fake server. */
interface Situation {
  /** All requests are pending until this settles, then they fail. */
  readonly failure?: Promise<void>;
  readonly rowCnt?: 0 | 1;
  /** Fields of the cluster's state. */
  readonly cluster?: object;
  /** Fields of the object of the address. */
  readonly object?: object;
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

function answerIn(situation: Situation, request: SentRequest): Response | Promise<Response> {
  const { failure, rowCnt = 1, cluster, object } = situation;
  const endpoint = endpointOf(request);
  const live = { serverTime: minutesAgo(0), dataAt: minutesAgo(0), isStale: false };
  const sample = (fields: object) =>
    envelope(
      200,
      Object.assign({}, sampleOf(endpoint.response, { rowCnt: 1, isSparse: true }), live, fields),
    );
  if (GUARD_CALLS.includes(endpoint)) return sample({ ...object });
  if (failure) return failure.then(() => envelope(999, {}, 500));
  if (endpoint === endpoints.getClusterSummary) return sample({ ...cluster });
  return answerOf(endpoint, { rowCnt, isSparse: true });
}

let network: FakeNetwork;
let router: ReturnType<typeof createConsoleRouter>;
const ended: (() => void)[] = [];

beforeAll(async () => {
  stubLayout();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  network = fakeNetwork();
  network.on('/api/v1/loginCheck', () => envelope(200, { user: admin, viewedBy: null, wallboard: null }));
  network.on('/api/v1/user/1', () => envelope(200, { user: admin, grantList: [] }));
  network.on('/api/v1/logo', () => envelope(200, { logo: null }));
  network.on('/api/v1/role/list', () => envelope(200, { roleList: [] }));
  const clusterList = [{ hostId: 1, name: 'c1', metaGroupId: 1, subGroupId: 11 }];
  network.on('/api/v1/cluster/name-list', () => envelope(200, { clusterList }));
  network.onOther((request) => answerIn({}, request));
  window.history.replaceState(null, '', '/maintenance');
  ended.push(startCore());
  router = createConsoleRouter(features);
  ended.push(() => router.history.destroy());
  render(
    <HeadlessMantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </HeadlessMantineProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
});

afterAll(() => {
  cleanup();
  for (const end of ended) end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** jsdom has neither layout nor canvas. */
function stubLayout(): void {
  stubScreen();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('Path2D', class {});
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(352);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  HTMLElement.prototype.scrollTo = () => undefined;
}

/** Opens a page without requests, so that the next page mounts again. */
async function leave(situation: Situation): Promise<void> {
  await act(() => router.navigate({ href: '/maintenance' }));
  queryClient.clear();
  network.onOther((request) => answerIn(situation, request));
}

async function open(
  { path, needs = [] }: RouteDeclaration,
  situation: Situation = {},
  search: Readonly<Record<string, string>> = {},
): Promise<void> {
  await leave(situation);
  const query = new URLSearchParams([
    ...needs.map((name) => [name, '1'] as [string, string]),
    ...Object.entries(search),
  ]);
  await act(() => router.navigate({ href: query.size > 0 ? `${path}?${query}` : path }));
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe(path));
}

function main(): HTMLElement {
  // A query by role would compute the style of every element of the page.
  const found = document.querySelector('main');
  if (!found) throw new Error('no page');
  return found;
}

/** The error page. */
const CRASHED = '페이지를 표시하지 못했습니다';

/** Elements of the page, without the chooser beside it. */
function shown(selector: string): Element[] {
  return [...main().querySelectorAll(selector)].filter((element) => !element.closest('aside'));
}

function isLoading(): boolean {
  return shown('[role="status"], [aria-busy="true"], [aria-label]').some(
    (element) =>
      element.getAttribute('aria-busy') === 'true' ||
      /불러오는 중/.test(element.getAttribute('aria-label') ?? element.textContent),
  );
}

function buttons(): string[] {
  return shown('button, a').map((element) => element.getAttribute('aria-label') ?? element.textContent);
}

function texts(selector = 'p, h1, span'): string[] {
  return shown(selector).map(({ textContent }) => textContent);
}

function statuses(): string[] {
  return texts('[role="status"]');
}

beforeEach(() => {
  useSession.setState({ user: admin, viewedBy: null });
});

it.each(pagesWithout([...FORMS, ...LOADED]))(
  'the page %s shows a loading state, and offers a retry when its requests fail',
  async (_path, page) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await open(page, { failure: promise });
    await waitFor(() => expect(isLoading()).toBe(true));
    resolve();
    await waitFor(() => expect(buttons()).toContain('재시도'));
    expect(main().textContent).not.toContain(CRASHED);
  },
);

it('the path of the agent page shows a loading state until the platform is known, then a tab', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await leave({ failure: promise });
  const opening = router.navigate({ href: '/setting/host/agent-install?hostId=1' });
  await waitFor(() => expect(isLoading()).toBe(true));
  resolve();
  await act(() => opening);
  expect(router.state.resolvedLocation?.pathname).toBe('/setting/host/agent-install/aks');
  await waitFor(() => expect(buttons()).toContain('재시도'));
});

const ids = new URLSearchParams(
  [
    'hostId',
    'nodeId',
    'podId',
    'containerId',
    'workloadId',
    'namespaceId',
    'serviceId',
    'ingressId',
    'autoscalerId',
    'disruptionBudgetId',
    'quotaId',
    'nodeHistoryId',
  ].map((name) => [name, '1']),
);

it.each(declared.filter(isRedirect).map(({ path }) => path))(
  'the path %s opens a page, and shows nothing before it',
  async (path) => {
    await leave({});
    const resolved: string[] = [];
    const stop = router.subscribe('onResolved', ({ toLocation }) => resolved.push(toLocation.pathname));
    await act(() => router.navigate({ href: `${path}?${ids}` }));
    await waitFor(() => expect([main().querySelector('h1') !== null, isLoading()]).toEqual([true, false]));
    stop();
    expect(resolved).toEqual([expect.stringContaining(`${path}/`)]);
    expect(main().textContent).not.toContain(CRASHED);
  },
);

/** The pages about a cluster, or about an object in it. */
function isOfCluster({ path, needs = [] }: RouteDeclaration): boolean {
  return path.startsWith('/mon/') && needs.includes('hostId');
}

it.each(pagesWithout([...FORMS, ...LOADED, ...WITHOUT_LIST]))(
  'the page %s shows a text for an empty list and for an agent that never sent data',
  async (_path, page) => {
    await open(page, { rowCnt: 0, cluster: { dataAt: null } });
    await waitFor(() => expect(texts().join()).toMatch(/없습니다/));
    expect(buttons()).not.toContain('재시도');
    if (!isOfCluster(page) || page.needs?.length !== 1) return;
    await waitFor(() => expect(statuses().join()).toContain('아직 수집된 데이터가 없습니다'));
    expect(buttons()).toContain('에이전트 설치');
  },
);

it.each(byPath.filter(([path]) => ['/main', '/alarm-list'].includes(path)))(
  'the page %s shows that the selected groups have no clusters',
  async (_path, page) => {
    const before = useClusters.getState();
    act(() => useClusters.setState({ clusterList: [], loaded: true }));
    try {
      await open(page, { rowCnt: 0 });
      await waitFor(() => expect(texts()).toContain('선택한 그룹에 클러스터가 없습니다'));
      expect(buttons()).not.toContain('재시도');
    } finally {
      act(() => useClusters.setState(before));
    }
  },
);

it('an address with the range of a zoomed chart requests the series of that range', async () => {
  const page = pages.find(({ path }) => path === '/mon/pod/cpu');
  if (!page) throw new Error('no page');
  const range = { from: '2026-11-15T11:20:00Z', to: '2026-11-15T11:50:00Z' };
  const sent = network.requests.length;
  await open(page, {}, range);
  const series = () =>
    network.requests
      .slice(sent)
      .filter((request) => endpointOf(request) === endpoints.querySeries)
      .map(({ body }) => JSON.parse(String(body)));
  await waitFor(() => expect(series()).not.toEqual([]));
  for (const { from, to } of series())
    expect([from, to].map(Date.parse)).toEqual([range.from, range.to].map(Date.parse));
});

/** The names of buttons and links that change something. */
const CHANGES =
  /생성|등록$|^수정|삭제$|폐기|템플릿 적용|저장$| 사용$|파일 선택|업로드|가져오기|매니페스트 내려받기/;
/** Settings pages that only read, or that change only selected rows. */
const READING = /^\/setting\/(audit|personal-data|mon\/(?!cluster|event)[\w-]+)$/;

it.each(byPath)(
  'the page %s shows content and cluster problems, and no write buttons to an admin who views as another user',
  async (path, page) => {
    const stale = { isStale: true, dataAt: minutesAgo(14) };
    await open(page, { cluster: { ...stale, isApiReachable: false }, object: stale });
    await waitFor(() => expect([main().querySelector('h1') !== null, isLoading()]).toEqual([true, false]));
    expect(main().textContent).not.toContain(CRASHED);
    expect(buttons()).not.toContain('재시도');
    if (isOfCluster(page)) {
      await waitFor(() => expect(main().textContent).toContain('API 서버 응답 없음'));
      // An object's page shows either the age of the object or that of its cluster.
      await waitFor(() => expect(statuses().filter((text) => /14분/.test(text))).toHaveLength(1));
    }
    if (!path.startsWith('/setting') && path !== '/alarm-list') return;
    const offered = buttons().filter((name) => CHANGES.test(name));
    expect(offered.length > 0, `${path} ${offered}`).toBe(!READING.test(path));
    act(() => useSession.setState({ viewedBy }));
    expect(buttons().filter((name) => CHANGES.test(name))).toEqual([]);
  },
);

const WATCH_ACTIONS = ['감시 시작', '감시 제외'];

it.each(byPath.filter(([path]) => /^\/setting\/mon\/(?!event)[\w-]+-list$/.test(path)))(
  'the page %s offers to watch selected rows, but not to an admin who views as another user',
  async (_path, page) => {
    await open(page);
    const row = () => main().querySelector<HTMLElement>('input[type="checkbox"][aria-label="sample 선택"]');
    await waitFor(() => expect(row()).not.toBeNull());
    act(() => row()?.click());
    await waitFor(() => expect(buttons()).toEqual(expect.arrayContaining(WATCH_ACTIONS)));
    act(() => useSession.setState({ viewedBy }));
    expect(buttons().filter((name) => WATCH_ACTIONS.includes(name))).toEqual([]);
  },
);

// All tabs of an object have the same frame.
it.each(
  byPath.filter(([path, page]) => isOfCluster(page) && page.needs?.length === 2 && /summary$/.test(path)),
)(
  'the page %s shows the deletion time of its object, and links to a node of the same name',
  async (path, page) => {
    await open(page, { object: { deletedAt: minutesAgo(14), sameNameNodeIdList: [2] } });
    await waitFor(() => expect(main().textContent).toMatch(/에 삭제되었습니다/));
    expect(buttons().includes('노드 #2'), path).toBe(path.startsWith('/mon/node'));
  },
);

const SETTINGS = [
  '클러스터 설정',
  '노드 설정',
  '워크로드 설정',
  '파드 설정',
  '볼륨 설정',
  'PVC 설정',
  '오토스케일러(HPA) 설정',
  '중단 예산(PDB) 설정',
  '할당량(Quota) 설정',
  '클러스터 생성',
  '이벤트 알람 설정',
  '알람 템플릿',
  '당직 설정',
  '보고서 설정',
  '메타 그룹',
  '서브 그룹',
  '사용자',
  '사용자 등록',
  '액세스 토큰',
];
const OF_TOTAL_ADMINS = ['보안 설정', '통합 인증 규칙', '개인정보', '로고 설정', '감사 로그', '설치 상태'];

it.each([
  ['a representative admin', { role: 1, isKeyUser: 'Y' }, [...SETTINGS, ...OF_TOTAL_ADMINS]],
  ['a total admin', { role: 1, isKeyUser: 'N' }, [...SETTINGS, ...OF_TOTAL_ADMINS]],
  ['a group admin', { role: 3, isKeyUser: 'N' }, SETTINGS],
  ['a user', { role: 2, isKeyUser: 'N' }, null],
] as const)('the settings menu of %s lists the pages of the role', async (_who, role, items) => {
  // On a page with little content, because a query by role reads all of it.
  await leave({});
  act(() => useSession.setState({ user: { ...admin, ...role } }));
  const menu = screen.queryByRole('button', { name: '설정' });
  expect(menu !== null).toBe(items !== null);
  if (!menu) return;
  await userEvent.click(menu);
  await screen.findAllByRole('menuitem');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
