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

// The guards' tables test every form of address without a browser.
test('a malformed hostId becomes the first cluster, and the page shows which', async () => {
  const { page } = await visitor();
  await enter(page, 'key', '/mon/container-list?q=a&hostId=01');
  await page.getByRole('main').getByText(first.name, { exact: true }).waitFor();
  expect(consolePath(page)).toBe(`/mon/container-list?q=a&hostId=${first.hostId}`);
  await page.goto(`${stack().consoleUrl}/setting/host/agent-install?x=1`);
  await page.getByRole('main').getByText(first.name, { exact: true }).waitFor();
  expect(consolePath(page)).toBe(`/setting/host/agent-install/aks?x=1&hostId=${first.hostId}`);
});

test('a first load of an invalid address goes to the home page with an alert, which only its button and Enter close', async () => {
  const { page } = await visitor(LOOKED_UP);
  await enter(page, 'key', `/mon/pod/cpu?hostId=${first.hostId}&podId=999999`);
  const alert = dialogWith(page, INVALID_ADDRESS);
  await alert.waitFor();
  await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
  expect(consolePath(page)).toBe('/main');
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
  await enter(page, 'key', '/setting/group?x=1&y=%ED%95%9C');
  await page.getByRole('heading', { level: 1, name: '메타 그룹', exact: true }).waitFor();
  expect(consolePath(page)).toBe('/setting/group/meta-list?x=1&y=%ED%95%9C');
});

test('an unknown address has a page under the header, with a button to the dashboard', async () => {
  const { page } = await visitor();
  await enter(page, 'user', '/no/such/page');
  await page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없음' }).waitFor();
  expect(consolePath(page)).toBe('/no/such/page');
  expect(await page.title()).toBe('페이지를 찾을 수 없음 · 관제');
  await page.getByRole('banner').waitFor();
  await page.getByRole('button', { name: '대시보드로 이동' }).click();
  await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
});
