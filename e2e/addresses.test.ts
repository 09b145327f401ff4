import { listClusterNames } from '@gwanje/contract/clusters';
import { beforeAll, describe, expect, test } from 'vitest';
import { Api } from './support/api.ts';
import { consolePath, enter, stack, useBrowser } from './support/browser.ts';
import { confirmDialog, dialogWith, INVALID_ADDRESS } from './support/dialogs.ts';
import { chooseGroups } from './support/groups.ts';

/** Looking up an object that is not there answers 404, which the browser reports. */
const LOOKED_UP = { expectErrors: /404/ };
const { visitor } = useBrowser();

let first: { readonly hostId: number; readonly name: string };
let last: typeof first;

beforeAll(async () => {
  const { clusterList } = await (await Api.as('key')).call(listClusterNames);
  const [one, ...others] = clusterList;
  const other = others.at(-1);
  if (!one || !other) throw new Error('the demo has no two clusters');
  [first, last] = [one, other];
});

describe('an address without a usable hostId', () => {
  test.each([
    ['missing', '/mon/node-list?q=a', '/mon/node-list?q=a&hostId='],
    ['empty', '/mon/pod-list?hostId=', '/mon/pod-list?hostId='],
    ['zero', '/mon/pv-pvc-list?hostId=0', '/mon/pv-pvc-list?hostId='],
    ['with a leading zero', '/mon/container-list?hostId=01', '/mon/container-list?hostId='],
    ['in another notation', '/mon/summary?hostId=1e1', '/mon/summary?hostId='],
  ])('(%s) gets the first cluster, and the page shows which', async (_case, path, shown) => {
    const { page } = await visitor();
    await enter(page, 'key', path);
    await page.getByRole('main').getByText(first.name, { exact: true }).waitFor();
    expect(consolePath(page)).toBe(shown + first.hostId);
  });
});

describe('a first load of an address that is not valid', () => {
  test.each([
    ['an unknown cluster', () => '/mon/summary?hostId=999999'],
    ['an overlong hostId', () => '/mon/node-list?hostId=99999999999'],
    ['a malformed node', () => `/mon/node/cpu?hostId=${first.hostId}&nodeId=01`],
    ['a missing pod', () => `/mon/pod/cpu?hostId=${first.hostId}`],
    ['an unknown pod', () => `/mon/pod/cpu?hostId=${first.hostId}&podId=999999`],
    ['a container without a cluster', () => '/mon/container/cpu?containerId=1'],
    ['an unknown sub group', () => '/setting/group/sub?subGroupId=999999'],
  ])('(%s) goes home with the alert, which only its button or Enter closes', async (_case, path) => {
    const { page } = await visitor(LOOKED_UP);
    await enter(page, 'key', path());
    await dialogWith(page, INVALID_ADDRESS).waitFor();
    await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
    expect(consolePath(page)).toBe('/main');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    expect(await dialogWith(page, INVALID_ADDRESS).count()).toBe(1);
    await page.keyboard.press('Enter');
    await dialogWith(page, INVALID_ADDRESS).waitFor({ state: 'hidden' });
  });
});

test('inside the console the previous page and its address stay', async () => {
  const { page } = await visitor();
  await enter(page, 'key', `/mon/summary?hostId=${first.hostId}`);
  await page.getByRole('main').getByText(first.name).waitFor();
  await page.getByRole('link', { name: '이벤트', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  // The cluster of the page before leaves the selection, so that the way back is no valid address any more.
  const { name } = last;
  await chooseGroups(page, name === 'stage-onprem' ? '온프레미스 스테이징' : '운영');

  await page.goBack();
  await confirmDialog(page, INVALID_ADDRESS);
  await page.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  expect(consolePath(page)).toBe('/event-list');
});

test.each([
  ['/', '/main', '대시보드'],
  ['/setting/mon', '/setting/mon/cluster-list', '클러스터 설정'],
  ['/setting/group', '/setting/group/meta-list', '메타 그룹'],
])('%s leads to %s and keeps the query', async (path, target, title) => {
  const { page } = await visitor();
  await enter(page, 'key', `${path}?x=1&y=%ED%95%9C`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  expect(consolePath(page)).toBe(`${target}?x=1&y=%ED%95%9C`);
});

test('the agent install page begins with aks and the first cluster', async () => {
  const { page } = await visitor();
  await enter(page, 'total', '/setting/host/agent-install?x=1');
  await page.getByRole('main').getByText(first.name, { exact: true }).waitFor();
  expect(consolePath(page)).toBe(`/setting/host/agent-install/aks?x=1&hostId=${first.hostId}`);
});

test.each([
  ['/no/such/page', '페이지를 찾을 수 없음'],
  ['/settings', '페이지를 찾을 수 없음'],
  ['/maintenance', '잘못된 요청'],
])('%s shows "%s" under the header, and a way out', async (path, title) => {
  const { page } = await visitor();
  await enter(page, 'user', path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(page.url()).toBe(stack().consoleUrl + path);
  expect(await page.title()).toBe(`${title} · 관제`);
  await page.getByRole('banner').waitFor();
  await page.getByRole('button', { name: '대시보드로 이동' }).click();
  await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
});
