import { listAlarms } from '@gwanje/contract/alarms/alarms';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api, ownUser } from '../support/api.ts';
import { enter, openPage, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();
const PHONE = { width: 390, height: 844 };
const PAGES = [
  '/main',
  '/custom-main',
  '/alarm-list',
  '/realtime-detection',
  '/event-list',
  '/mon/summary',
  '/my-notifications',
  '/duty',
  '/handover',
];
/** Pages on which everything that a finger hits is high enough. */
const COMFORTABLE = new Set(['/main', '/custom-main', '/realtime-detection', '/duty', '/handover']);

/** A telephone, and a cluster with an alarm that only its person sees. */
async function phoneWithAlarm() {
  const admin = await Api.as('total');
  const group = await subGroup(admin, '검증');
  const cluster = await OwnCluster.create(admin, uniqueName('phone'), group);
  const podName = uniqueName('web');
  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const count = async () => {
    const body = { filter: { objectName: [podName], itemKey: ['pod.crashLoop'] } };
    return (await admin.call(listAlarms, { params: { pageNo: 1, pageCnt: 1 }, body })).totalCnt;
  };
  await expect.poll(count).toBe(1);
  const { userId, password } = await ownUser(admin, [group]);
  const { page } = await visitor();
  await page.setViewportSize(PHONE);
  return { page, cluster, podName, userId, password };
}

/** The page is as wide as the screen: it scrolls only up and down. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
  await expect.poll(width, { message: page.url() }).toBe(PHONE.width);
}

/** What a finger has to hit is at least 40 px high. The head of a table is for the desktop. */
async function expectTouchTargets(page: Page, inside: string): Promise<void> {
  const small = await page.evaluate<string[]>(`
    [...document.querySelectorAll('${inside} :is(button, input:not([type=checkbox]), select, [role=tab], [role=menuitem])')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => element.closest('thead') === null && box.width > 0 && box.height < 39.5 && element.checkVisibility({ visibilityProperty: true }))
      .map(({ element, box }) => (element.getAttribute('aria-label') ?? element.textContent) + ' ' + Math.round(box.height))`);
  expect(small, page.url()).toEqual([]);
}

test('on a telephone an alarm is found, read, acknowledged and annotated, and the search fills the screen', async () => {
  const { page, cluster, podName, userId, password } = await phoneWithAlarm();
  await enter(page, userId, '/main', password);
  const top = page.getByRole('region', { name: /상위/ });
  await top.getByRole('button').filter({ hasText: podName }).waitFor();
  const map = page.getByRole('region').filter({ has: page.locator('canvas') });
  const [below, above] = [await top.boundingBox(), await map.boundingBox()];
  expect(below?.width).toBe(above?.width);
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  await page.getByRole('button', { name: '메뉴', exact: true }).click();
  await page.getByRole('menuitem', { name: '알람', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: podName });
  const text = row.getByText(/재시작/).first();
  await text.waitFor();
  await expectNoSidewaysScroll(page);
  await expectTouchTargets(page, 'header');
  await expectTouchTargets(page, 'main');
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(40);

  await text.click();
  const drawer = page.getByRole('dialog', { name: /재시작/ });
  await drawer.getByText(podName).first().waitFor();
  await expectNoSidewaysScroll(page);
  const whole = await drawer.boundingBox();
  expect([whole?.x, whole?.width]).toEqual([0, PHONE.width]);
  await drawer.getByRole('button', { name: '확인', exact: true }).click();
  const question = page.getByRole('dialog', { name: '알람 확인' });
  await question.getByRole('button', { name: '확인', exact: true }).click();
  await drawer.getByRole('button', { name: '조치 완료', exact: true }).waitFor();
  await drawer.getByRole('textbox', { name: '새 메모' }).fill('현장 확인 중입니다');
  await drawer.getByRole('button', { name: '메모 저장' }).click();
  await drawer.getByRole('listitem').getByText('현장 확인 중입니다').waitFor();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');

  await page.getByRole('banner').getByRole('button', { name: /검색/ }).click();
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(cluster.name);
  const found = palette.getByRole('option').filter({ hasText: cluster.name }).first();
  await found.waitFor();
  expect((await found.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await expectNoSidewaysScroll(page);
  await found.click();
  await page.getByRole('heading', { level: 1, name: cluster.name }).waitFor();

  await openPage(page, '/custom-main');
  const card = page.getByRole('region', { name: '클러스터 카드' }).getByRole('link', { name: cluster.name });
  await card.waitFor();
  for (const widget of await page.locator('[data-widget]').all())
    expect(await widget.boundingBox()).toMatchObject({ x: 8, width: PHONE.width - 16 });
  const hidden = () =>
    page.evaluate<string[]>(`
      [...document.querySelectorAll('[data-widget] section')]
        .filter(({ lastElementChild: body }) => body.scrollHeight > body.clientHeight + 8)
        .map((widget) => widget.getAttribute('aria-label'))`);
  await expect.poll(hidden, { message: 'widgets that are lower than their content' }).toEqual([]);
  await expectTouchTargets(page, 'main');
  await card.click();
  await page.getByRole('heading', { level: 1, name: cluster.name }).waitFor();
});

test('on a telephone the pages scroll only up and down, and the menu names who is on duty', async () => {
  const { page } = await visitor();
  await page.setViewportSize(PHONE);
  await enter(page, 'total', '/main');
  await page.getByRole('button', { name: '메뉴', exact: true }).click();
  await page
    .getByRole('menu')
    .getByText(/^현재 당직자: 데모 /)
    .waitFor();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  for (const path of PAGES) {
    await openPage(page, path);
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    await expectNoSidewaysScroll(page);
    if (COMFORTABLE.has(path)) await expectTouchTargets(page, 'main');
  }
});
