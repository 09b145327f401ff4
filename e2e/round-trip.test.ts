import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { OwnCluster, type SentPod } from './support/agent.ts';
import { Api } from './support/api.ts';
import { consolePath, signInByApi, stack, useBrowser } from './support/browser.ts';
import { subGroup } from './support/groups.ts';
import {
  addressOf,
  INSTALLATION,
  MONITORING,
  objectIds,
  POD,
  SETTINGS,
  volumeIds,
} from './support/routes.ts';
import { callApi, uniqueName } from './support/settings.ts';
import { navigateInPage, waitForTitle } from './support/walk.ts';

const { visitor } = useBrowser();

const MINUTE_MS = 60_000;
const PODS: readonly SentPod[] = [
  { name: POD, memUsedShare: 0.93, crashLoops: true },
  { name: 'web-1', memUsedShare: 0.4 },
  { name: 'cart-redis-2', memUsedShare: 0.2, phase: 'Failed' },
];
/** Texts that change with time, not simultaneously in both windows. */
const AGE = /수집 시각 [\d :-]+|\d+(?:초|분|시간)(?: \d+(?:초|분))?|(?<=slider "시간 이동": )"\d+"/g;
const SORT = 'main th button:not([aria-haspopup])';

/** Two windows of one user that share only the session, and a cluster with some minutes of data. */
async function twoWindows() {
  const [{ page }, { page: other }] = [await visitor(), await visitor()];
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  await signInByApi(other, 'total');
  const group = await subGroup(admin, '검증');
  const cluster = await OwnCluster.create(admin, uniqueName('trip'), group);
  const nowMs = Date.now();
  for (const minutes of [6, 4, 2, 0]) await cluster.sendPods(PODS, nowMs - minutes * MINUTE_MS);
  await cluster.sendClaims(['web-data-0', 'data-1'], 0.9);
  for (const { name } of PODS)
    await cluster.sendEvent(name, { type: 'Warning', reason: 'BackOff', message: `Back-off of ${name}` });
  const ids = { ...group, ...(await objectIds(admin, cluster)), ...(await volumeIds(admin, cluster)) };
  return { page, other, admin, cluster, ids };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(stack().consoleUrl + address);
  await waitForPage(page);
}

async function waitForPage(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** The accessibility tree of the page, which a screen reader would read. */
async function seen(page: Page): Promise<string> {
  return (await page.locator('main').ariaSnapshot()).replaceAll(AGE, '~');
}

/** Opens the address without a load if it leads to another page. */
async function navigateTo(page: Page, address: string): Promise<void> {
  const [path] = address.split('?');
  const route = [...MONITORING, ...SETTINGS, ...INSTALLATION].find((known) => known.path === path);
  if (!route || page.url().includes(`${path}?`)) return open(page, address);
  await navigateInPage(page, address);
  await waitForTitle(page, route);
  await waitForPage(page);
}

async function expectSame(page: Page, other: Page): Promise<void> {
  const address = consolePath(page);
  await open(other, address);
  await vi.waitFor(
    async () => expect((await seen(other)).split('\n'), address).toEqual((await seen(page)).split('\n')),
    { timeout: 60_000, interval: 100 },
  );
  expect(consolePath(other)).toBe(address);
}

test('a searched and sorted list is the same in a new window', async () => {
  const { page, other, cluster, ids } = await twoWindows();
  const ofCluster = new URLSearchParams({ 'f.clusterName': `=${cluster.name}` });
  await open(page, `/alarm-list?${ofCluster}`);
  await page.getByRole('row').filter({ hasText: POD }).first().waitFor();
  // One list of each kind of page: of a cluster, of all clusters, and of the settings.
  const lists: readonly (readonly [address: string, text: string, hits: string])[] = [
    [`${addressOf('/mon/pv-pvc-list', ids, ['hostId'])}&view=claims`, 'web', 'web-data-0'],
    [`/alarm-list?${ofCluster}`, 'web', POD],
    ['/setting/user', 'group', 'group'],
  ];
  for (const [address, text, hit] of lists) {
    await navigateTo(page, address);
    const search = page.getByRole('main').getByLabel(/검색$/);
    if (text !== '') {
      await search.fill(text);
      await page.waitForURL((url) => url.search.includes(encodeURIComponent(text)));
    }
    await page.getByRole('main').getByText(hit).first().waitFor();
    const sorts = page.locator(SORT);
    if ((await sorts.count()) > 1) {
      await sorts.nth(1).click();
      await page.waitForURL(/orderBy=/);
    }
    await page.getByRole('main').getByText(hit).first().waitFor();
    expect(consolePath(page)).not.toBe(address);
    await expectSame(page, other);
  }
});

test('the dashboard, its map and the chosen board are the same in a new window', async () => {
  const { page, other, cluster } = await twoWindows();
  const conditions = `clusterList=${cluster.hostId}&objectType=pod&groupBy=namespace&sortBy=MEM_USED_LIMIT`;
  await open(page, `/main?${conditions}`);
  const map = (window: Page) => window.getByRole('application', { name: /맵$/ });
  await map(page).waitFor();
  const zoomIn = page.getByRole('button', { name: '확대' });
  await zoomIn.click();
  await zoomIn.click();
  // Waits for the second step: the address may still hold the first.
  await page.waitForURL(/map=72\b/);
  await page.mouse.move(0, 0);
  await expectSame(page, other);
  await expect
    .poll(async () => (await map(other).screenshot()).equals(await map(page).screenshot()))
    .toBe(true);

  const area = { x: 0, y: 0, w: 12, h: 4 };
  const widgets = [
    { id: 'w1', kind: 'counts', title: '', area, settings: { clusterList: [cluster.hostId] } },
  ];
  await callApi(page, 'POST', '/viewoption/customMain', {
    boards: [
      { id: 'a', name: '첫째', widgets },
      { id: 'b', name: '둘째', widgets },
    ],
    rotateSeconds: 0,
  });
  await open(page, '/custom-main');
  await page.getByRole('main').getByText('둘째').first().click();
  await page.waitForURL(/board=b/);
  await expectSame(page, other);
});
