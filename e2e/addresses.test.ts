import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { beforeAll, expect, test } from 'vitest';
import { Api } from './support/api.ts';
import { consolePath, enter, stack, useBrowser } from './support/browser.ts';
import { confirmDialog, dialogWith, INVALID_ADDRESS } from './support/dialogs.ts';
import { chooseGroups } from './support/groups.ts';

/** A request for an object that does not exist answers 404, which the browser reports as an error. */
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

test('a missing or malformed hostId becomes the first cluster, and the page shows which', async () => {
  const { page } = await visitor();
  await enter(page, 'key');
  const cases = [
    ['/mon/node-list?q=a', '/mon/node-list?q=a&hostId='],
    ['/mon/pod-list?hostId=', '/mon/pod-list?hostId='],
    ['/mon/pv-pvc-list?hostId=0', '/mon/pv-pvc-list?hostId='],
    ['/mon/container-list?hostId=01', '/mon/container-list?hostId='],
    ['/mon/event-list?hostId=x', '/mon/event-list?hostId='],
    ['/mon/summary?hostId=1e1', '/mon/summary?hostId='],
  ] as const;
  for (const [path, shown] of cases) {
    await page.goto(stack().consoleUrl + path);
    await page.getByRole('main').getByText(first.name, { exact: true }).waitFor();
    expect(consolePath(page), path).toBe(shown + first.hostId);
  }
});

test('a first load of an invalid address shows the alert and goes to the home page', async () => {
  const { page } = await visitor(LOOKED_UP);
  await enter(page, 'key');
  const paths = [
    '/mon/summary?hostId=999999',
    '/mon/node-list?hostId=99999999999',
    `/mon/node/cpu?hostId=${first.hostId}&nodeId=01`,
    `/mon/pod/cpu?hostId=${first.hostId}`,
    `/mon/pod/cpu?hostId=${first.hostId}&podId=999999`,
    '/mon/container/cpu?containerId=1',
    '/setting/group/sub?subGroupId=999999',
  ];
  for (const path of paths) {
    await page.goto(stack().consoleUrl + path);
    await dialogWith(page, INVALID_ADDRESS).waitFor();
    await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
    expect(consolePath(page), path).toBe('/main');
  }
});

test('the alert closes by its button or by Enter only', async () => {
  const { page } = await visitor();
  await enter(page, 'key', '/mon/summary?hostId=999999');
  const alert = dialogWith(page, INVALID_ADDRESS);
  await alert.waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  expect(await alert.evaluate((frame) => frame.getBoundingClientRect().width)).toBe(450);
  await page.keyboard.press('Enter');
  await alert.waitFor({ state: 'hidden' });
});

test('an invalid address inside the console keeps the previous page and its address', async () => {
  const { page } = await visitor();
  await enter(page, 'key', `/mon/summary?hostId=${first.hostId}`);
  await page.getByRole('heading', { level: 1, name: first.name }).waitFor();
  await page.getByRole('link', { name: '이벤트', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  // The selection drops the cluster of the previous page, so that the previous address becomes invalid.
  const { name } = last;
  await chooseGroups(page, name === 'stage-onprem' ? '온프레미스 스테이징' : '운영');

  await page.goBack();
  await confirmDialog(page, INVALID_ADDRESS);
  await page.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  expect(consolePath(page)).toBe('/event-list');
});

test('a parent path redirects to its first child and keeps the query', async () => {
  const { page } = await visitor();
  await enter(page, 'key');
  const cases = [
    ['/', '/main', '대시보드'],
    ['/setting/mon', '/setting/mon/cluster-list', '클러스터 설정'],
    ['/setting/group', '/setting/group/meta-list', '메타 그룹'],
  ] as const;
  for (const [path, target, title] of cases) {
    await page.goto(`${stack().consoleUrl}${path}?x=1&y=%ED%95%9C`);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    expect(consolePath(page)).toBe(`${target}?x=1&y=%ED%95%9C`);
  }
});

test('the agent install page opens aks with the first cluster', async () => {
  const { page } = await visitor();
  await enter(page, 'total', '/setting/host/agent-install?x=1');
  await page.getByRole('main').getByText(first.name, { exact: true }).waitFor();
  expect(consolePath(page)).toBe(`/setting/host/agent-install/aks?x=1&hostId=${first.hostId}`);
});

test.each([
  ['/no/such/page', '페이지를 찾을 수 없음'],
  ['/settings', '페이지를 찾을 수 없음'],
  ['/maintenance', '잘못된 요청'],
])('%s shows "%s" under the header, and a button to the dashboard', async (path, title) => {
  const { page } = await visitor();
  await enter(page, 'user', path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(page.url()).toBe(stack().consoleUrl + path);
  expect(await page.title()).toBe(`${title} · 관제`);
  await page.getByRole('banner').waitFor();
  await page.getByRole('button', { name: '대시보드로 이동' }).click();
  await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
});
