import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { expect, test } from 'vitest';
import { Api } from './support/api.ts';
import { consolePath, enter, openPage, useBrowser } from './support/browser.ts';
import { dialogWith, INVALID_ADDRESS } from './support/dialogs.ts';
import { chooseGroups } from './support/groups.ts';

/** A request for an object that does not exist answers 404, which the browser reports as an error. */
const EXPECT_NOT_FOUND = { expectErrors: /404/ };
const { visitor } = useBrowser();

// The tests of the router and of its guards check every form of address without a browser.
test('an invalid address opens the dashboard at a first load, and keeps the previous page inside the console', async () => {
  const { clusterList } = await (await Api.as('key')).call(listClusterNames);
  const [first, ...others] = clusterList;
  const last = others.at(-1);
  if (!first || !last) throw new Error('the demo has no two clusters');
  const { page } = await visitor(EXPECT_NOT_FOUND);
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

  await openPage(page, '/mon/summary');
  await page.getByRole('heading', { level: 1, name: first.name }).waitFor();
  expect(consolePath(page)).toBe(`/mon/summary?hostId=${first.hostId}`);
  await page.getByRole('link', { name: '이벤트', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  // The selection drops the cluster of the previous page: the console offers its group.
  await chooseGroups(page, last.name === 'stage-onprem' ? '온프레미스 스테이징' : '운영');
  await page.goBack();
  const offer = dialogWith(page, `${first.name} 클러스터는 현재 선택한 그룹에 없습니다.`);
  await offer.getByRole('button', { name: '취소', exact: true }).click();
  await offer.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  expect(consolePath(page)).toBe('/event-list');

  await openPage(page, '/no/such/page');
  await page.getByRole('heading', { level: 1, name: '페이지를 찾을 수 없음' }).waitFor();
  await page.getByRole('button', { name: '대시보드로 이동' }).click();
  await page.getByRole('heading', { level: 1, name: '대시보드' }).waitFor();
});
