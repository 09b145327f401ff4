import { listSubGroups, type SubGroup } from '@gwanje/contract/users/groups';
import { listPods } from '@gwanje/kinds/pod/calls';
import { type PodRow, podColumns } from '@gwanje/kinds/pod/index';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StaleNoticeShownContext } from '#components/notice/page-notice.tsx';
import { queryClient } from '#core/api/query-client.ts';
import { initialiseClusters, useClusters } from '#core/groups/cluster-list.ts';
import { setNavigation } from '#core/navigation/navigation.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { count, name, state, text, time } from './columns/column-formats.tsx';
import { monResultAppearance } from './columns/state-appearance.ts';
import { defineList, defineSettingsList, type RowOf } from './define-list.ts';
import { ObjectList } from './object-list.tsx';

type Row = RowOf<typeof podColumns>;

const MON_RESULTS = ['critical', 'warning', 'stale', 'normal', 'unmonitored'] as const;
const podList = defineList({
  name: 'testPods',
  title: 'columns.volumes',
  endpoint: listPods,
  contract: podColumns,
  primary: 'name',
  rowKey: ({ podId }) => String(podId),
  nameOf: (row) => row.name,
  linkOf: ({ podId }) => `/pod?podId=${podId}`,
  dataAtOf: ({ dataAt }) => dataAt,
  deletedAtOf: ({ deletedAt }) => deletedAt,
  defaultOrder: ['monResult'],
  defaultColumns: ['name', 'namespace', 'monResult', 'restartCnt'],
  columns: {
    name: name('columns.pod', ({ podId }: Row) => `/pod?podId=${podId}`),
    namespace: text('columns.namespace'),
    monResult: state('columns.state', monResultAppearance, MON_RESULTS),
    restartCnt: count('columns.restarts'),
    deletedAt: time('columns.deletedAt'),
  },
});

const TOTAL = 250;
const SERVER_TIME = '2026-11-15T11:00:00.000Z';

function podOf(at: number): Partial<PodRow> {
  const namespace = at === 1 ? '=cmd|calc' : 'payment';
  const times = { dataAt: SERVER_TIME, deletedAt: null };
  return { name: `pod-${at}`, namespace, monResult: 'normal', restartCnt: at, ...times };
}

let network: FakeNetwork;
let went: string[];
let stored: Record<string, unknown>;
let pods: (at: number) => object;
let total: number;

beforeEach(() => {
  network = signedIn();
  // jsdom has no layout. The mock makes the grid 352 px high: ten rows and the header.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(352);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, options?: unknown) {
    if (typeof options === 'object' && options !== null && 'top' in options)
      this.scrollTop = Number(options.top);
    this.dispatchEvent(new Event('scroll'));
  };
  went = [];
  stored = {};
  total = TOTAL;
  pods = (at) => ({ podId: at + 1, ...podOf(at) });
  for (let pageNo = 1; pageNo <= 3; pageNo++)
    network.on(`/api/v1/pods/${pageNo}/100`, () => envelope(200, pageOf(pageNo, 100)));
  network.on('/api/v1/pods/1/1000', () => envelope(200, pageOf(1, 1000)));
  for (const type of ['list.testPods', 'outsideLinks'])
    network.on(`/api/v1/viewoption/${type}`, ({ method, body }) => {
      if (method === 'POST') stored[type] = JSON.parse(String(body));
      const option = { type, viewOption: stored[type] ?? {}, updatedAt: null };
      return envelope(200, method === 'POST' ? {} : option);
    });
  setNavigation({ toAddress: (to) => void went.push(to) });
});

afterEach(() => vi.restoreAllMocks());

function pageOf(pageNo: number, pageCnt: number) {
  const from = (pageNo - 1) * pageCnt;
  const cnt = Math.max(0, Math.min(pageCnt, total - from));
  const list = Array.from({ length: cnt }, (_, at) => pods(from + at));
  return { totalCnt: total, pageNo, pageCnt, list, serverTime: SERVER_TIME, isTruncated: false };
}

const scope = { filter: { hostId: [7] } };

async function open(
  query = '',
  isStaleNoticeShown = false,
  list = <ObjectList declaration={podList} scope={scope} />,
) {
  const addressOf = renderPage(
    () => <StaleNoticeShownContext value={isStaleNoticeShown}>{list}</StaleNoticeShownContext>,
    `/${query}`,
  );
  await screen.findByRole('region', { name: '퍼시스턴트 볼륨(PV) 목록' });
  return {
    user: userEvent.setup(),
    search: () => Object.fromEntries(new URL(addressOf(), 'https://console.test').searchParams),
    refresh: () => queryClient.invalidateQueries({ refetchType: 'active' }),
  };
}

async function shown(...choice: Parameters<typeof open>) {
  const list = await open(...choice);
  await screen.findByText('pod-0');
  return list;
}

function lastBody(): unknown {
  const request = network.requests.filter(({ url }) => url.startsWith('/api/v1/pods/')).at(-1);
  return JSON.parse(String(request?.body));
}

function rowOf(podName: string): HTMLElement {
  const row = screen.getByText(podName).closest('tr');
  if (!row) throw new Error(`${podName} is in no row`);
  return row;
}

test('renders the rows in view, shows their range, and sends scope and default order', async () => {
  await shown();
  expect(screen.getByText('1–10 / 250')).toBeTruthy();
  expect(screen.queryByText('pod-40')).toBeNull();
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('251');
  expect(lastBody()).toEqual({ _method: 'get', filter: { hostId: [7] }, orderBy: ['monResult'] });
});

test('sorts by a column on click, by several with Shift, and writes the order to the address', async () => {
  const { user, search } = await shown();
  await user.click(screen.getByRole('button', { name: '재시작 횟수' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('button', { name: '네임스페이스' }));
  await user.keyboard('{/Shift}');
  await waitFor(() => expect(search()).toEqual({ orderBy: '-restartCnt,namespace' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ orderBy: ['-restartCnt', 'namespace'] }));
});

test('shows the filters of the address as chips that can be removed', async () => {
  const { user, search } = await shown('?f.monResult=critical,gone&f.name=api&f.hostId=1');
  expect(lastBody()).toMatchObject({ filter: { monResult: ['critical'], name: 'api', hostId: [7] } });
  const chips = screen.getByRole('list', { name: '적용된 필터' });
  expect(within(chips).getByText('심각')).toBeTruthy();
  await user.click(within(chips).getByRole('button', { name: '상태 필터 제거' }));
  await waitFor(() => expect(search()).toEqual({ 'f.name': 'api', 'f.hostId': '1' }));
});

test('moves between rows, selects and opens by keyboard', async () => {
  const { user } = await shown();
  rowOf('pod-0').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(rowOf('pod-2'));
  await user.keyboard(' {ArrowDown} ');
  expect(screen.getByText('2개 선택')).toBeTruthy();
  expect(rowOf('pod-3').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Enter}');
  expect(went).toEqual(['/pod?podId=4']);
});

test('selects all matches except one', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('checkbox', { name: 'pod-1 선택' }));
  await user.click(screen.getByRole('button', { name: '조건에 맞는 250개 모두 선택' }));
  await user.click(screen.getByRole('checkbox', { name: 'pod-2 선택' }));
  expect(screen.getByText('249개 선택')).toBeTruthy();
});

test('a refresh keeps the selection, and keeps the focus on the same row', async () => {
  const { user, refresh } = await shown();
  rowOf('pod-3').focus();
  await user.keyboard(' ');
  // The row has moved up by two rows meanwhile.
  pods = (at) => ({ podId: ((at + 2) % TOTAL) + 1, ...podOf((at + 2) % TOTAL) });
  await refresh();
  await waitFor(() => expect(rowOf('pod-3').dataset.index).toBe('1'));
  await waitFor(() => expect(document.activeElement).toBe(rowOf('pod-3')));
  expect(rowOf('pod-3').getAttribute('aria-selected')).toBe('true');
});

test('a refresh does not move the focus back to the rows after the user left them', async () => {
  const { refresh } = await shown();
  rowOf('pod-3').focus();
  rowOf('pod-3').blur();
  pods = (at) => ({ podId: ((at + 2) % TOTAL) + 1, ...podOf((at + 2) % TOTAL) });
  await refresh();
  await waitFor(() => expect(rowOf('pod-3').dataset.index).toBe('1'));
  expect(document.activeElement).toBe(document.body);
});

test('a failed refresh keeps the rows and shows the failure', async () => {
  const { user, refresh } = await shown();
  network.on('/api/v1/pods/1/100', () => envelope(999, undefined, 500));
  await refresh();
  const strip = await screen.findByRole('alert');
  expect(screen.getByText('pod-0')).toBeTruthy();
  network.on('/api/v1/pods/1/100', () => envelope(200, pageOf(1, 100)));
  await user.click(within(strip).getByRole('button', { name: '재시도' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a failed first load is shown in place of the rows', async () => {
  network.on('/api/v1/pods/1/100', () => envelope(999, undefined, 500));
  await open();
  expect(await screen.findByText('목록을 불러오지 못했습니다')).toBeTruthy();
});

test.each([
  ['', '표시할 항목이 없습니다.'],
  ['?f.name=x', '조건에 맞는 항목이 없습니다.'],
  ['?at=2026-11-01T00:00:00Z', '그 시각에는 항목이 없었습니다.'],
])('an empty list with %j shows %s', async (query, why) => {
  total = 0;
  await open(query);
  expect(await screen.findByText(why)).toBeTruthy();
});

test('an empty list says that the selected groups have no clusters', async () => {
  total = 0;
  useClusters.setState({ clusterList: [], loaded: true });
  onTestFinished(initialiseClusters);
  await open();
  expect(await screen.findByText('선택한 그룹에 클러스터가 없습니다')).toBeTruthy();
});

test('marks stale data, and shows the past instant', async () => {
  pods = (at) => ({ podId: at + 1, ...podOf(at), dataAt: '2026-11-15T10:53:48.000Z' });
  await open();
  expect(await screen.findByText(/표시된 값은 6분 12초 전 값입니다/)).toBeTruthy();
  cleanup();
  queryClient.clear();
  await open('?at=2026-11-01T00:00:00Z');
  expect(await screen.findByText(/^기준 시각 2026-11-01 .*의 상태입니다\.$/)).toBeTruthy();
  expect(lastBody()).toMatchObject({ at: '2026-11-01T00:00:00.000Z' });
});

test('shows no stale notice if the page shows one', async () => {
  pods = (at) => ({ podId: at + 1, ...podOf(at), dataAt: '2026-11-15T10:53:48.000Z' });
  await shown('', true);
  expect(screen.queryByText(/표시된 값은 6분 12초 전 값입니다/)).toBeNull();
});

test('rows without any value yet are not stale', async () => {
  pods = (at) => ({ podId: at + 1, ...podOf(at), dataAt: null });
  await shown();
  expect(screen.queryByText(/수집이 중단되었습니다/)).toBeNull();
});

test('deleted rows show the time of their deletion', async () => {
  pods = (at) => ({ podId: at + 1, ...podOf(at), deletedAt: at === 1 ? '2026-11-14T00:00:00.000Z' : null });
  const { user } = await shown();
  expect(screen.queryByRole('button', { name: '삭제 시각' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: '삭제된 항목 포함' }));
  expect(await screen.findByRole('button', { name: '삭제 시각' })).toBeTruthy();
  await waitFor(() => expect(lastBody()).toMatchObject({ includeDeleted: true }));
  expect(within(rowOf('pod-1')).getByText(/^2026-11-14 /)).toBeTruthy();
});

test('shows names with markup as plain text', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202Egnp';
  pods = (at) => ({ podId: at + 1, ...podOf(at), name: at === 0 ? hostile : `pod-${at}` });
  await open();
  expect((await screen.findByText(hostile)).tagName).toBe('BDI');
  expect(document.querySelector('img')).toBeNull();
});

test('hidden columns and named filters are stored for the user', async () => {
  const { user, search } = await shown('?f.name=api');
  await user.click(screen.getByRole('button', { name: '열' }));
  await user.click(await screen.findByRole('checkbox', { name: '네임스페이스' }));
  await waitFor(() =>
    expect(stored['list.testPods']).toMatchObject({ layout: { shown: ['name', 'monResult', 'restartCnt'] } }),
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: '저장한 필터' }));
  await user.type(await screen.findByRole('textbox', { name: '현재 조건의 이름' }), 'api만{Enter}');
  await waitFor(() =>
    expect(stored['list.testPods']).toMatchObject({
      layout: { shown: ['name', 'monResult', 'restartCnt'] },
      filters: [{ name: 'api만', address: { 'f.name': 'api' } }],
    }),
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: '모든 필터 지우기' }));
  await waitFor(() => expect(search()).toEqual({}));
  await user.click(screen.getByRole('button', { name: '저장한 필터' }));
  await user.click(await screen.findByRole('button', { name: 'api만' }));
  await waitFor(() => expect(search()).toEqual({ 'f.name': 'api' }));
});

test('options that failed to load are not overwritten', async () => {
  network.on('/api/v1/viewoption/list.testPods', () => envelope(999, undefined, 500));
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: '열' }));
  await user.click(await screen.findByRole('checkbox', { name: '네임스페이스' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /네임스페이스/ })).toBeNull());
  expect(network.requestsOf('/api/v1/viewoption/list.testPods').map(({ method }) => method)).not.toContain(
    'POST',
  );
});

test('exports all pages, without cells that a spreadsheet reads as formulas', async () => {
  const files: Blob[] = [];
  // jsdom lacks both functions.
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'CSV 내보내기' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = ((await files[0]?.text()) ?? '').split('\r\n');
  expect(lines).toHaveLength(TOTAL + 2);
  expect(lines[0]).toBe('파드,네임스페이스,상태,재시작 횟수');
  expect(lines[2]).toBe("pod-1,'=cmd|calc,정상,1");
});

const subGroupList = defineSettingsList<SubGroup>({
  name: 'testGroups',
  title: 'columns.volumes',
  endpoint: listSubGroups,
  orderKeys: ['name'],
  columns: {
    name: text('columns.pod'),
    clusterCnt: count('columns.restarts'),
    subGroupId: { label: 'lists.actions', width: 90, cell: () => <button type="button">변경</button> },
  },
  rowKey: ({ subGroupId }) => String(subGroupId),
  nameOf: (row) => row.name,
});

describe('a list of settings', () => {
  const ofGroup = { params: { metaGroupId: 7 } };

  beforeEach(() => {
    const groups = [{ subGroupId: 1, name: 'alpha', clusterCnt: 3 }];
    const page = () => ({ totalCnt: total, pageNo: 1, pageCnt: 100, list: total === 0 ? [] : groups });
    network.on('/api/v1/group/sub/list/7/1/100', () => envelope(200, page()));
    const option = { type: 'list.testGroups', viewOption: {}, updatedAt: null };
    network.on('/api/v1/viewoption/list.testGroups', () => envelope(200, option));
    total = 1;
  });

  test('sorts only by the sort keys of its endpoint, and has no filter, menu or selection', async () => {
    const onOpen = vi.fn();
    const list = <ObjectList declaration={subGroupList} scope={ofGroup} onOpen={onOpen} />;
    const { user } = await open('?f.name=x&orderBy=-clusterCnt', false, list);
    await user.click(await screen.findByText('alpha'));
    await user.click(screen.getByRole('button', { name: '변경' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: '파드' })).toBeTruthy();
    for (const absent of ['재시작 횟수', '필터 추가', 'alpha 메뉴', 'alpha 이름 복사'])
      expect(screen.queryByRole('button', { name: absent })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('has a selection if the page has actions, and an action clears it', async () => {
    const run = vi.fn(async () => 'done');
    const actions = [{ id: 'move', label: '이동', icon: 'mdi-folder-move-outline', run }] as const;
    const list = <ObjectList declaration={subGroupList} scope={ofGroup} bulkActions={actions} />;
    const { user } = await open('', false, list);
    await user.click(await screen.findByRole('checkbox', { name: 'alpha 선택' }));
    await user.click(screen.getByRole('button', { name: '이동' }));
    expect(run).toHaveBeenCalledWith([expect.objectContaining({ name: 'alpha' })]);
    await waitFor(() => expect(screen.queryByRole('button', { name: '이동' })).toBeNull());
  });

  test("shows the page's text if it is empty", async () => {
    total = 0;
    await open('', false, <ObjectList declaration={subGroupList} scope={ofGroup} empty="그룹이 없습니다" />);
    expect(await screen.findByText('그룹이 없습니다')).toBeTruthy();
  });
});
